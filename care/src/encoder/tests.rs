use super::*;

/// A matrix whose weights are a fixed pattern.
fn matrix(inputs: usize, outputs: usize, factor: f32) -> (Vec<f32>, Matrix) {
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    let weights: Vec<f32> = (0..inputs * outputs)
        .map(|cell| ((cell * 7919) % 201) as f32 / 100.0 - 1.0)
        .map(|weight| weight * factor)
        .collect();
    (
        weights.clone(),
        Matrix::quantised(&weights, inputs, vec![0.25; outputs]),
    )
}

#[test]
fn products_are_those_of_the_weights_within_the_precision_of_a_byte() {
    for rows in [1, 3, 4, 5, 9] {
        let (weights, quantised) = matrix(384, 10, 0.05);
        let (inputs, _) = matrix(384, rows, 2.0);
        let products = quantised.times(&inputs);
        assert_eq!(products.len(), rows * 10);
        for (row, products) in inputs.chunks(384).zip(products.chunks(10)) {
            for (weights, product) in weights.chunks(384).zip(products) {
                let exact: f32 = 0.25 + row.iter().zip(weights).map(|(a, b)| a * b).sum::<f32>();
                assert!((exact - product).abs() < 0.05, "{exact} {product}");
            }
        }
    }
}

fn tokeniser() -> Tokeniser {
    let pieces = [
        "[PAD]", "[UNK]", "[CLS]", "[SEP]", "i", "cry", "##ing", "##s", "!", "好", "mum",
    ];
    Tokeniser::from(pieces.map(str::to_owned).to_vec())
}

fn numbers(pieces: &[Piece]) -> Vec<u32> {
    pieces.iter().map(|piece| piece.number).collect()
}

#[test]
fn a_text_is_split_into_the_longest_known_pieces() {
    let tokeniser = tokeniser();
    let pieces = |text: &str| numbers(&tokeniser.tokenise(text, 8));
    assert_eq!(pieces("I, crying!"), [2, 4, 1, 5, 6, 8, 3]);
    assert_eq!(pieces("MUM criés"), [2, 10, 1, 3]);
    assert_eq!(pieces("好好"), [2, 9, 9, 3]);
    assert_eq!(pieces(""), [2, 3]);
    assert_eq!(pieces(&"cry ".repeat(50)), [2, 5, 5, 5, 5, 5, 5, 3]);
    assert_eq!(pieces(&"x".repeat(100_000)), [2, 1, 3]);
}

#[test]
fn pieces_know_where_their_words_begin_in_the_text_as_typed() {
    let pieces = tokeniser().tokenise("  Mum\u{200b},  CRYING 好!", 16);
    let starts: Vec<(u32, usize)> = pieces.iter().map(|piece| (piece.number, piece.start)).collect();
    assert_eq!(
        starts,
        [(2, 0), (10, 2), (1, 8), (5, 11), (6, 11), (9, 18), (8, 21), (3, 22)]
    );
    assert_eq!(tokeniser().tokenise("", 16)[1], Piece { number: 3, start: 0 });
}

#[test]
fn a_tokeniser_is_the_same_after_storing() {
    let pieces: Vec<String> = tokeniser().into();
    assert_eq!(pieces[6], "##ing");
    assert_eq!(numbers(&Tokeniser::from(pieces).tokenise("crying", 8)), [2, 5, 6, 3]);
}

fn encoder(width: usize) -> Encoder {
    let of = |inputs, outputs| matrix(inputs, outputs, 0.2).1;
    let norm = || Norm {
        weight: vec![1.0; width],
        bias: vec![0.0; width],
    };
    Encoder {
        embeddings: of(width, tokeniser().pieces()),
        tokeniser: tokeniser(),
        positions: matrix(width, MAX_TOKENS, 0.1).0,
        norm: norm(),
        layers: vec![Layer {
            attention: of(width, 3 * width),
            attention_output: of(width, width),
            attention_norm: norm(),
            wide: of(width, 2 * width),
            narrow: of(2 * width, width),
            norm: norm(),
        }],
        heads: Heads {
            topic_slugs: vec!["fear".to_owned(), "grief".to_owned()],
            topics: of(width, 2),
            situation_slugs: vec!["flying".to_owned()],
            situations: of(width, 1),
            danger: DangerHead {
                hidden: of(width, 8),
                output: of(8, crate::crisis::LABELS),
            },
        },
    }
}

#[test]
fn a_reading_has_a_probability_for_each_label_whatever_the_text() {
    let encoder = encoder(24);
    let bytes = encoder.to_bytes().expect("written");
    let encoder = Encoder::from_reader(&mut &bytes[..]).expect("read");
    for text in ["", "i cry", "好", "\u{0}\u{200b}", &"crying ".repeat(1000)] {
        let reading = encoder.read(text);
        for (scores, labels) in [
            (&reading.topics, 2),
            (&reading.situations, 1),
            (&reading.danger, crate::crisis::LABELS),
        ] {
            assert_eq!(scores.len(), labels);
            assert!((scores.iter().sum::<f32>() - 1.0).abs() < 1e-3, "{scores:?}");
        }
        assert_eq!(reading, encoder.read(text));
        let whole = reading
            .danger_within(0..text.len() + 1)
            .expect("the opening and the closing piece");
        if reading.pieces.starts().len() > MAX_TOKENS {
            continue; // Its end was read, too.
        }
        for (part, whole) in whole.iter().zip(&reading.danger) {
            assert!((part - whole).abs() < 1e-2, "{part} {whole}");
        }
        assert_eq!(reading.danger_within(text.len() + 1..usize::MAX), None);
    }
}

#[test]
fn beginning_and_end_of_a_long_text_are_read_for_danger() {
    let encoder = encoder(24);
    let text = format!("i {}\u{301}crying mum", "é cry ".repeat(2000));
    let reading = encoder.read(&text);
    let middle = text.len() / 2;
    assert!(reading.danger_within(0..1).is_some());
    assert!(reading.danger_within(middle - 100..middle + 100).is_none());
    assert!(reading.danger_within(text.len() - 3..text.len()).is_some());
    let count = reading.pieces.starts().len();
    assert!(count > MAX_TOKENS && count <= 2 * MAX_TOKENS, "{count}");
    assert!(
        reading
            .pieces
            .starts()
            .iter()
            .all(|&start| text.is_char_boundary(start))
    );
    for pieces in [MAX_TOKENS - 3, MAX_TOKENS - 2, MAX_TOKENS - 1, MAX_TOKENS] {
        let text = "cry ".repeat(pieces);
        let last = text.len() - 4..text.len() - 1;
        assert!(encoder.read(&text).danger_within(last).is_some(), "{pieces}");
    }
}

#[test]
fn a_damaged_encoder_is_refused() {
    let mut encoder = encoder(24);
    encoder.positions.pop();
    let bytes = encoder.to_bytes().expect("written");
    assert!(Encoder::from_reader(&mut &bytes[..]).is_err());
    assert!(Encoder::from_reader(&mut &bytes[..bytes.len() / 2]).is_err());
}
