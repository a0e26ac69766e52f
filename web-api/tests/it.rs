//! Tests of the web tier over HTTP and a real database: each test has its own.

mod it {
    mod account;
    mod admin_audit;
    mod admin_jobs;
    mod admin_sign_in;
    mod admin_testimonies;
    mod admin_testimony_edit;
    mod admin_upload_events;
    mod admin_upload_refusals;
    mod admin_uploads;
    mod admin_users;
    mod app;
    mod auth;
    mod contract;
    mod crisis_bodies;
    mod crisis_first;
    mod crisis_resources;
    mod doubles;
    mod frontend;
    mod guidance;
    mod letters;
    mod library;
    mod limits;
    mod login_blocked;
    mod login_by_email;
    mod login_by_github;
    mod login_by_google;
    mod login_pages;
    mod metrics;
    mod notifications;
    mod openapi;
    mod outage;
    mod possible_danger;
    mod prayers;
    mod report;
    mod review_time;
    mod scripture;
    mod security;
    mod socket;
    mod subscription;
    mod subscription_webhooks;
    mod testimony;
    mod testimony_preview;
    mod topics;
    mod usage;
}
