//! Tests of the rules on a real database: each test has its own.

mod it {
    mod account;
    mod account_words;
    mod audit;
    mod block;
    mod carry_over;
    mod document;
    mod gift;
    mod jobs;
    mod jobs_claims;
    mod jobs_delayed;
    mod jobs_limits;
    mod mail;
    mod picture;
    mod prayer;
    mod properties;
    mod push;
    mod search;
    mod sign_in;
    mod staff;
    mod storage;
    mod subscription;
    mod subscription_events;
    mod subscription_outages;
    mod testimony;
    mod usage;
    mod usage_networks;
    mod vault;
}
