//! Puts the encoder together: the weights of the base, and what our lessons taught it (`tools/tune-encoder.py`).
//!
//! Invariant: same files, same bits.

use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use care::crisis::LABELS;
use care::encoder::{DangerHead, Encoder, Heads, Layer, MAX_TOKENS, Matrix, Norm, Tokeniser};
use care::understand::NOTHING;
use safetensors::SafeTensors;
use safetensors::tensor::Dtype;

use crate::content::text_file;

/// The layers of the base.
const LAYERS: usize = 6;
/// What stands for the situations of texts that tell of none.
const NO_SITUATION: &str = "any/general";

/// The base, as `bin/setup` fetches it.
const BASE: &str = "encoder/base/model.safetensors";
const VOCABULARY: &str = "encoder/base/vocab.txt";
/// What training added.
const DELTAS: &str = "encoder/deltas.safetensors";

/// The encoder of a content folder. Its heads have these topics and situations, in this order.
///
/// # Errors
/// Names the file that is missing or damaged, or the label that was not taught.
pub fn encoder(folder: &Path, topics: &[String], situations: &[String]) -> Result<Encoder> {
    let vocabulary = text_file(&folder.join(VOCABULARY)).context("bin/setup fetches the encoder's base")?;
    let (base, deltas) = (read(&folder.join(BASE))?, read(&folder.join(DELTAS))?);
    let (_, metadata) = SafeTensors::read_metadata(&deltas)?;
    let (base, deltas) = (Tensors::of(&base)?, Tensors::of(&deltas)?);
    let names = metadata.metadata().as_ref().context("the deltas name no labels")?;
    let labels = |kind: &str| {
        let names = names.get(kind).with_context(|| format!("the deltas name no {kind}"))?;
        anyhow::Ok(names.split('\n').map(str::to_owned).collect::<Vec<_>>())
    };
    let width = base.width("embeddings.word_embeddings.weight")?;
    let mut topics = topics.to_vec();
    topics.push(NOTHING.to_owned());
    let mut with_none = situations.to_vec();
    with_none.push(NO_SITUATION.to_owned());
    let layers = (0..LAYERS).map(|number| layer(&base, &deltas, number));
    Ok(Encoder {
        tokeniser: Tokeniser::from(vocabulary.lines().map(str::to_owned).collect::<Vec<_>>()),
        embeddings: embeddings(&base)?,
        positions: positions(&base, width)?,
        norm: norm(&base, "embeddings.LayerNorm")?,
        layers: layers.collect::<Result<_>>()?,
        heads: Heads {
            topics: head(&deltas, "topics", &labels("topics")?, &topics)?,
            topic_slugs: topics,
            situations: head(&deltas, "situations", &labels("situations")?, &with_none)?,
            situation_slugs: with_none,
            danger: danger_head(&deltas)?,
        },
    })
}

fn read(path: &Path) -> Result<Vec<u8>> {
    std::fs::read(path).with_context(|| path.display().to_string())
}

/// The tensors of a file.
struct Tensors<'a>(SafeTensors<'a>);

impl<'a> Tensors<'a> {
    fn of(bytes: &'a [u8]) -> Result<Self> {
        Ok(Self(SafeTensors::deserialize(bytes)?))
    }

    fn values(&self, name: &str) -> Result<Vec<f32>> {
        let tensor = self.0.tensor(name).with_context(|| name.to_owned())?;
        ensure!(tensor.dtype() == Dtype::F32, "{name} is not of 32-bit numbers");
        let (numbers, _) = tensor.data().as_chunks::<4>();
        Ok(numbers.iter().map(|&number| f32::from_le_bytes(number)).collect())
    }

    /// The length of a row.
    fn width(&self, name: &str) -> Result<usize> {
        let tensor = self.0.tensor(name).with_context(|| name.to_owned())?;
        tensor
            .shape()
            .last()
            .copied()
            .with_context(|| format!("{name} has no rows"))
    }
}

/// The pieces' rows, without a bias.
fn embeddings(base: &Tensors<'_>) -> Result<Matrix> {
    let name = "embeddings.word_embeddings.weight";
    let (weights, width) = (base.values(name)?, base.width(name)?);
    Ok(Matrix::quantised(&weights, width, vec![0.0; weights.len() / width]))
}

/// What stands for a place in the text, and for being its only part.
fn positions(base: &Tensors<'_>, width: usize) -> Result<Vec<f32>> {
    let mut positions = base.values("embeddings.position_embeddings.weight")?;
    let only_part = base.values("embeddings.token_type_embeddings.weight")?;
    ensure!(positions.len() >= MAX_TOKENS * width, "the base knows fewer places");
    positions.truncate(MAX_TOKENS * width);
    for row in positions.chunks_exact_mut(width) {
        row.iter_mut().zip(&only_part).for_each(|(value, part)| *value += part);
    }
    Ok(positions)
}

fn norm(base: &Tensors<'_>, name: &str) -> Result<Norm> {
    Ok(Norm {
        weight: base.values(&format!("{name}.weight"))?,
        bias: base.values(&format!("{name}.bias"))?,
    })
}

fn layer(base: &Tensors<'_>, deltas: &Tensors<'_>, number: usize) -> Result<Layer> {
    let name = |part: &str| format!("encoder.layer.{number}.{part}");
    let matrix = |parts: &[&str]| adapted(base, deltas, number, parts);
    Ok(Layer {
        attention: matrix(&["attention.self.query", "attention.self.key", "attention.self.value"])?,
        attention_output: matrix(&["attention.output.dense"])?,
        attention_norm: norm(base, &name("attention.output.LayerNorm"))?,
        wide: matrix(&["intermediate.dense"])?,
        narrow: matrix(&["output.dense"])?,
        norm: norm(base, &name("output.LayerNorm"))?,
    })
}

/// Matrices of a layer, one above the other, each with its low-rank addition.
fn adapted(base: &Tensors<'_>, deltas: &Tensors<'_>, layer: usize, parts: &[&str]) -> Result<Matrix> {
    let (mut weights, mut bias, mut inputs) = (Vec::new(), Vec::new(), 0);
    for part in parts {
        let name = format!("encoder.layer.{layer}.{part}");
        let mut rows = base.values(&format!("{name}.weight"))?;
        inputs = base.width(&format!("{name}.weight"))?;
        let (up, down) = (
            deltas.values(&format!("{layer}.{part}.up"))?,
            deltas.values(&format!("{layer}.{part}.down"))?,
        );
        let rank = deltas.width(&format!("{layer}.{part}.up"))?;
        ensure!(
            up.len() * inputs == rows.len() * rank && down.len() == rank * inputs,
            "the addition to {name} has another shape"
        );
        for (row, up) in rows.chunks_exact_mut(inputs).zip(up.chunks_exact(rank)) {
            for (factor, down) in up.iter().zip(down.chunks_exact(inputs)) {
                row.iter_mut()
                    .zip(down)
                    .for_each(|(weight, down)| *weight += factor * down);
            }
        }
        weights.extend(rows);
        bias.extend(base.values(&format!("{name}.bias"))?);
    }
    Ok(Matrix::quantised(&weights, inputs, bias))
}

/// A head with the rows of `wanted`, in their order.
fn head(deltas: &Tensors<'_>, name: &str, taught: &[String], wanted: &[String]) -> Result<Matrix> {
    let (weights, width) = (
        deltas.values(&format!("heads.{name}.weight"))?,
        deltas.width(&format!("heads.{name}.weight"))?,
    );
    let bias = deltas.values(&format!("heads.{name}.bias"))?;
    let (mut rows, mut biases) = (Vec::new(), Vec::new());
    for label in wanted {
        if let Some(place) = taught.iter().position(|known| known == label) {
            rows.extend_from_slice(&weights[place * width..(place + 1) * width]);
            biases.push(bias[place]);
        } else {
            // A new label is left to the classifier until the next training.
            rows.extend(std::iter::repeat_n(0.0, width));
            biases.push(0.0);
        }
    }
    Ok(Matrix::quantised(&rows, width, biases))
}

fn danger_head(deltas: &Tensors<'_>) -> Result<DangerHead> {
    let layer = |part: &str| {
        let name = format!("heads.danger.{part}.weight");
        let bias = deltas.values(&format!("heads.danger.{part}.bias"))?;
        anyhow::Ok(Matrix::quantised(&deltas.values(&name)?, deltas.width(&name)?, bias))
    };
    let head = DangerHead {
        hidden: layer("hidden")?,
        output: layer("output")?,
    };
    ensure!(head.output.outputs() == LABELS, "the head of danger has other labels");
    Ok(head)
}
