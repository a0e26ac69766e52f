//! The settings of teaching documents: storage, PDF reader and OCR.

use std::path::PathBuf;
use std::time::Duration;

use super::Reader;

/// The settings of documents.
#[derive(Debug, Clone)]
pub struct Documents {
    /// `STORAGE_URL`: a folder, or `s3://bucket/prefix`.
    pub storage_url: String,
    /// `S3_ENDPOINT`: the address of an S3-compatible server that is not Amazon's.
    pub s3_endpoint: Option<String>,
    /// `S3_REGION`: the region of the bucket.
    pub s3_region: String,
    /// `S3_ACCESS_KEY_ID`: the access key.
    pub s3_access_key_id: Option<String>,
    /// `S3_SECRET_ACCESS_KEY`: the secret of the access key.
    pub s3_secret_access_key: Option<Secret>,
    /// `PDFIUM_LIBRARY`: the path of the PDFium library.
    pub pdfium_library: PathBuf,
    /// `READER_PAGE_SECONDS`: how long reading one page may take.
    pub page_timeout: Duration,
    /// `READER_MEMORY_MB`: the memory limit of the process that reads a document, in bytes.
    pub reader_memory: u64,
    /// `OCR`: whether scanned pages are read with Tesseract.
    pub ocr: bool,
}

/// A setting that is never logged.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// The value.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("…")
    }
}

/// Where `bin/setup` puts PDFium.
const PDFIUM: &str = if cfg!(target_os = "macos") {
    ".local/pdfium/libpdfium.dylib"
} else {
    ".local/pdfium/libpdfium.so"
};

impl Documents {
    pub(super) fn read(read: &mut Reader<'_>) -> Self {
        let documents = Self {
            storage_url: read.text("STORAGE_URL", ".local/storage"),
            s3_endpoint: read.optional("S3_ENDPOINT"),
            s3_region: read.text("S3_REGION", "us-east-1"),
            s3_access_key_id: read.optional("S3_ACCESS_KEY_ID"),
            s3_secret_access_key: read.optional("S3_SECRET_ACCESS_KEY").map(Secret),
            pdfium_library: read.text("PDFIUM_LIBRARY", PDFIUM).into(),
            page_timeout: Duration::from_secs(read.at_least_one("READER_PAGE_SECONDS", 60).into()),
            reader_memory: u64::from(read.at_least_one("READER_MEMORY_MB", 512)) * 1024 * 1024,
            ocr: read.one_of("OCR", &[("on", true), ("off", false)], false),
        };
        let is_s3 = documents.storage_url.starts_with("s3://");
        if is_s3 && (documents.s3_access_key_id.is_none() || documents.s3_secret_access_key.is_none()) {
            read.problems
                .push("STORAGE_URL is s3: S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are needed".to_owned());
        }
        if !is_s3 && documents.storage_url.contains("://") {
            read.problems
                .push("STORAGE_URL must be a folder or s3://bucket/prefix".to_owned());
        }
        documents
    }
}
