//! Tests of the tools, and of the models that they build.

mod it {
    mod content;
    mod encoder;
    mod golden;
    mod lines;
    mod quality;
    mod redaction;
    mod redaction_as_built;
    mod redaction_as_written;
    mod screening;
    mod spanish;
    mod taken_up;
    mod understanding;
}
