//! Training separates labels and is deterministic; scoring handles unseen features.

use care::classifier::{Classifier, Features, Labels};

use super::{Settings, calibrated_temperature, train};

fn example(hashes: &[u32], weights: &[f32]) -> (Features, Vec<f32>) {
    (
        Features {
            sparse: hashes.iter().map(|&hash| (hash, 1.0)).collect(),
            dense: vec![0.5, -0.5],
        },
        weights.to_vec(),
    )
}

fn small_settings(kind: Labels) -> Settings {
    Settings {
        buckets: 64,
        epochs: 30,
        ..Settings::new(3, kind)
    }
}

fn examples() -> Vec<(Features, Vec<f32>)> {
    (0..30)
        .map(|number| match number % 3 {
            0 => example(&[1, 9], &[1.0, 0.0, 0.0]),
            1 => example(&[2, 9], &[0.0, 1.0, 0.0]),
            _ => example(&[3, 9], &[0.0, 0.0, 1.0]),
        })
        .collect()
}

#[test]
fn each_label_is_learned_from_its_features() {
    for kind in [Labels::Exclusive, Labels::Independent] {
        let classifier = train(&examples(), &small_settings(kind));
        for label in 0..3_u32 {
            let scores = classifier.scores(&example(&[label + 1, 9], &[]).0);
            let best = scores
                .iter()
                .enumerate()
                .max_by(|one, other| one.1.total_cmp(other.1))
                .map(|(best, _)| best);
            assert_eq!(best, Some(label as usize), "{kind:?} {scores:?}");
            assert!(scores.iter().all(|score| (0.0..=1.0).contains(score)));
        }
    }
}

#[test]
fn exclusive_scores_add_up_to_one() {
    let classifier = train(&examples(), &small_settings(Labels::Exclusive));
    let total: f32 = classifier.scores(&example(&[1, 40], &[]).0).iter().sum();
    assert!((total - 1.0).abs() < 1e-4);
}

#[test]
fn training_is_deterministic() {
    let settings = small_settings(Labels::Exclusive);
    assert_eq!(train(&examples(), &settings), train(&examples(), &settings));
}

#[test]
fn a_classifier_survives_serialisation() {
    let classifier = train(&examples(), &small_settings(Labels::Independent));
    let bytes = rmp_serde::to_vec(&classifier).expect("a classifier can be written");
    let read: Classifier = rmp_serde::from_slice(&bytes).expect("and read");
    assert_eq!(read, classifier);
    assert!(read.is_consistent());
}

#[test]
fn unknown_features_and_an_empty_training_set_give_finite_scores() {
    for kind in [Labels::Exclusive, Labels::Independent] {
        let classifier = train(&[], &small_settings(kind));
        let odd = Features {
            sparse: vec![(u32::MAX, 1e9), (0, 0.0)],
            dense: vec![1.0; 999],
        };
        assert_eq!(classifier.scores(&odd).len(), 3);
        assert!(
            classifier
                .scores(&Features::default())
                .iter()
                .all(|score| score.is_finite())
        );
    }
}

#[test]
fn the_temperature_is_low_where_scores_are_right_and_high_where_they_are_not() {
    let settings = small_settings(Labels::Exclusive);
    let sure = calibrated_temperature(&examples(), &settings);
    let misled: Vec<_> = examples()
        .into_iter()
        .enumerate()
        .map(|(index, (features, weights))| match index % 5 {
            // What is held out says the opposite of what is learned.
            4 => (features, vec![weights[2], weights[0], weights[1]]),
            _ => (features, weights),
        })
        .collect();
    let unsure = calibrated_temperature(&misled, &settings);
    assert!(sure < 1.0 && unsure > 1.0, "{sure} {unsure}");
}
