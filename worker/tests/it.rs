//! Tests of the queue and its faults, with a real Postgres, a real Redis and the real programs.

mod it {
    mod batches;
    mod canaries;
    mod cluster;
    mod collector;
    mod doctor;
    mod documents;
    mod documents_faults;
    mod documents_hostile;
    mod documents_real;
    mod documents_scans;
    mod documents_structure;
    mod http;
    mod jobs_that_fail;
    mod ledger;
    mod library;
    mod load;
    mod logs;
    mod pdf_writer;
    mod poolers;
    mod postgres_faults;
    mod program;
    mod redis_faults;
    mod rotate_keys;
    mod stack;
    mod start_up;
    mod testimonies;
    mod tls;
    mod traces;
    mod workers_that_end;
}
