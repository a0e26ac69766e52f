//! The encoder of the built content reads as its training did.

use care::encoder::MAX_TOKENS;
use shared::screening::Care;
use testing::built_content;

/// What `tools/tune-encoder.py` computes in 32-bit numbers with the weights and deltas of this content.
struct Reference {
    text: &'static str,
    pieces: &'static [u32],
    /// The first dimensions of the mean.
    mean: [f32; 8],
    /// The likeliest topic, and its probability.
    topic: &'static str,
    probability: f32,
}

const REFERENCES: [Reference; 2] = [
    Reference {
        text: "My mother died in spring, and I keep dialling her number.",
        pieces: &[
            101, 2026, 2388, 2351, 1999, 3500, 1010, 1998, 1045, 2562, 13764, 2989, 2014, 2193, 1012, 102,
        ],
        mean: [-0.4545, -0.3011, -0.0231, -0.4589, -0.1076, 0.8858, -0.7356, 0.5009],
        topic: "grief",
        probability: 0.989,
    },
    Reference {
        text: "we can't pay the rent!",
        pieces: &[101, 2057, 2064, 1005, 1056, 3477, 1996, 9278, 999, 102],
        mean: [0.0317, 0.0478, 0.1837, 0.476, 0.2097, -0.2576, 0.0946, -0.3609],
        topic: "finances",
        probability: 0.949,
    },
];

#[test]
fn bytes_and_integers_give_what_the_training_gives_in_floating_point() {
    let care = Care::load(&built_content()).expect("built");
    let encoder = care.encoder().expect("the encoder is there");
    for Reference {
        text,
        pieces,
        mean,
        topic,
        probability,
    } in REFERENCES
    {
        let split = encoder.tokeniser.tokenise(text, MAX_TOKENS).into_iter();
        assert_eq!(split.map(|piece| piece.number).collect::<Vec<_>>(), pieces, "{text}");
        let found = encoder.embed(text);
        for (found, expected) in found.iter().zip(mean) {
            assert!((found - expected).abs() < 0.08, "{text}: {found} for {expected}");
        }
        let topics = encoder.read(text).topics;
        let place = encoder.heads.topic_slugs.iter().position(|slug| slug == topic);
        let found = topics[place.expect("a topic")];
        assert!((found - probability).abs() < 0.03, "{text}: {found} for {probability}");
    }
}
