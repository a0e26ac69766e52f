//! Rules on a real database, a fresh one for each test.

mod it {
    mod care;
    mod content;
    mod jobs;
    mod testimony;
    mod usage;
    mod vault;
}
