//! One file for each noun: its request and response shapes and its handlers.

pub mod account;
pub mod admin;
pub mod auth;
pub mod avatar;
pub mod crisis_resources;
pub mod gift;
pub mod guidance;
pub mod kept_letter;
pub mod leave;
pub mod letter;
pub mod library;
pub mod login;
pub mod nearness;
pub mod plain;
pub mod prayer;
pub mod probe;
pub mod push;
pub mod report;
pub mod review_time;
pub mod scripture;
pub mod subscription;
pub mod testimony;
pub mod testimony_preview;
pub mod topic;
pub mod usage;
pub mod webhook;
