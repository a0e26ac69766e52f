//! Test doubles of sign-in providers over real local sockets: an OpenID provider that can misbehave, and a GitHub.
//!
//! Invariant: like the real ones, they redeem each code once and only with its PKCE verifier.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::routing::{get, post};
use axum::{Form, Json, Router};
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use openidconnect::url::Url;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use uuid::Uuid;

use super::app::{Answer, Client};

pub const CLIENT: &str = "stillwater-test";
pub const SECRET: &str = "not-a-secret";

/// A person as the provider knows them.
#[derive(Debug, Clone)]
pub struct Someone {
    pub subject: String,
    pub email: String,
    pub is_verified: bool,
    /// The organisation of the account, whose mailboxes the OpenID provider answers for.
    pub organisation: Option<&'static str>,
    pub name: (&'static str, &'static str),
}

impl Someone {
    pub fn new(number: u32) -> Self {
        Self {
            subject: (1000 + number).to_string(),
            email: format!("person{number}@example.org"),
            is_verified: true,
            organisation: Some("example.org"),
            name: ("Test", "Person"),
        }
    }
}

/// The way in which an OpenID provider misbehaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Misbehaviour {
    Nothing,
    AnotherNonce,
    NoNonce,
    AnotherIssuerInToken,
    AnotherAudience,
    AlgorithmNone,
    AnotherKey,
    Expired,
}

/// The grant behind a code.
#[derive(Clone)]
struct Granted {
    someone: Someone,
    nonce: String,
    challenge: String,
    redirect: String,
}

struct Memory {
    url: String,
    wrong: Misbehaviour,
    codes: HashMap<String, Granted>,
    tokens: HashMap<String, Someone>,
    key: EcdsaKeyPair,
    other_key: EcdsaKeyPair,
}

type Shared = Arc<Mutex<Memory>>;

/// A provider that runs until the test ends.
pub struct Double {
    pub url: String,
    memory: Shared,
    _listening: JoinSet<()>,
}

impl Double {
    /// Starts a double that is both an OpenID provider and a GitHub.
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let key = || EcdsaKeyPair::generate(&ECDSA_P256_SHA256_FIXED_SIGNING).expect("a key");
        let memory = Arc::new(Mutex::new(Memory {
            url: url.clone(),
            wrong: Misbehaviour::Nothing,
            codes: HashMap::new(),
            tokens: HashMap::new(),
            key: key(),
            other_key: key(),
        }));
        let router = Router::new()
            .route("/.well-known/openid-configuration", get(describe))
            .route("/keys", get(keys))
            .route("/token", post(openid_token))
            .route("/login/oauth/access_token", post(github_token))
            .route("/user", get(github_user))
            .route("/user/emails", get(github_emails))
            .with_state(memory.clone());
        let mut listening = JoinSet::new();
        listening.spawn(async move { axum::serve(listener, router).await.expect("it serves") });
        Self {
            url,
            memory,
            _listening: listening,
        }
    }

    /// The settings that point the app at it.
    pub fn settings(&self) -> [(&str, &str); 7] {
        [
            ("GOOGLE_CLIENT_ID", CLIENT),
            ("GOOGLE_CLIENT_SECRET", SECRET),
            ("GOOGLE_ISSUER", &self.url),
            ("GITHUB_CLIENT_ID", CLIENT),
            ("GITHUB_CLIENT_SECRET", SECRET),
            ("GITHUB_URL", &self.url),
            ("GITHUB_API_URL", &self.url),
        ]
    }

    /// Misbehaves in this way from now on.
    pub fn misbehave(&self, wrong: Misbehaviour) {
        self.memory.lock().expect("nobody panics here").wrong = wrong;
    }

    /// Signs a person in at the authorization URL, and returns the query of the callback.
    pub fn authorize(&self, address: &str, someone: &Someone) -> CallbackQuery {
        let asked = Url::parse(address).expect("an address");
        assert!(address.starts_with(&self.url), "{address}");
        let asked: HashMap<String, String> = asked.query_pairs().into_owned().collect();
        let field = |name: &str| asked.get(name).cloned().unwrap_or_default();
        assert_eq!(
            (field("client_id").as_str(), field("code_challenge_method").as_str()),
            (CLIENT, "S256")
        );
        assert!(
            field("state").len() >= 43 && field("code_challenge").len() == 43,
            "{asked:?}"
        );
        let code = Uuid::new_v4().to_string();
        let granted = Granted {
            someone: someone.clone(),
            nonce: field("nonce"),
            challenge: field("code_challenge"),
            redirect: field("redirect_uri"),
        };
        let mut memory = self.memory.lock().expect("nobody panics here");
        memory.codes.insert(code.clone(), granted);
        CallbackQuery {
            code,
            state: field("state"),
            iss: Some(self.url.clone()),
        }
    }

    /// Signs a person in through a provider, from start to callback.
    pub async fn sign_in(&self, client: &Client, provider: &str, someone: &Someone) -> Answer {
        let left = client.get(&format!("/api/login/{provider}")).await.expect(303);
        let back = self.authorize(left.header("location"), someone);
        client.get(&back.path(provider)).await
    }
}

/// The query with which the browser returns.
#[derive(Debug, Clone)]
pub struct CallbackQuery {
    pub code: String,
    pub state: String,
    pub iss: Option<String>,
}

impl CallbackQuery {
    pub fn path(&self, provider: &str) -> String {
        let mut url = Url::parse("http://stillwater.test").expect("an address");
        url.set_path(&format!("/api/login/{provider}/callback"));
        let mut query = url.query_pairs_mut();
        query.append_pair("code", &self.code).append_pair("state", &self.state);
        if let Some(iss) = self.iss.as_ref().filter(|_| provider == "google") {
            query.append_pair("iss", iss);
        }
        drop(query);
        format!("{}?{}", url.path(), url.query().unwrap_or_default())
    }
}

async fn describe(State(memory): State<Shared>) -> Json<Value> {
    let url = memory.lock().expect("nobody panics here").url.clone();
    Json(json!({
        "issuer": url,
        "authorization_endpoint": format!("{url}/authorize"),
        "token_endpoint": format!("{url}/token"),
        "jwks_uri": format!("{url}/keys"),
        "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["ES256", "none"],
        "authorization_response_iss_parameter_supported": true,
    }))
}

async fn keys(State(memory): State<Shared>) -> Json<Value> {
    let memory = memory.lock().expect("nobody panics here");
    let point = memory.key.public_key().as_ref();
    let (x, y) = (
        URL_SAFE_NO_PAD.encode(&point[1..33]),
        URL_SAFE_NO_PAD.encode(&point[33..65]),
    );
    Json(json!({ "keys": [{ "kty": "EC", "crv": "P-256", "use": "sig", "alg": "ES256", "kid": "1", "x": x, "y": y }] }))
}

type Refusable = Result<Json<Value>, (StatusCode, Json<Value>)>;

/// Redeems a code once, if its PKCE verifier and redirect URI match.
fn redeem(memory: &mut Memory, form: &HashMap<String, String>) -> Option<Granted> {
    let field = |name: &str| form.get(name).cloned().unwrap_or_default();
    let granted = memory.codes.remove(&field("code"))?;
    let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(field("code_verifier")));
    (challenge == granted.challenge && field("redirect_uri") == granted.redirect).then_some(granted)
}

async fn openid_token(
    State(memory): State<Shared>,
    headers: HeaderMap,
    Form(form): Form<HashMap<String, String>>,
) -> Refusable {
    let mut memory = memory.lock().expect("nobody panics here");
    let credentials = format!("Basic {}", STANDARD.encode(format!("{CLIENT}:{SECRET}")));
    let knows_us = headers
        .get(header::AUTHORIZATION)
        .is_some_and(|value| *value == credentials);
    let granted = redeem(&mut memory, &form).filter(|_| knows_us);
    let refused = || (StatusCode::BAD_REQUEST, Json(json!({ "error": "invalid_grant" })));
    let granted = granted.ok_or_else(refused)?;
    Ok(Json(json!({
        "access_token": Uuid::new_v4().to_string(),
        "token_type": "Bearer",
        "id_token": id_token(&memory, &granted),
    })))
}

#[expect(clippy::disallowed_methods, reason = "tokens carry the time of this moment")]
fn id_token(memory: &Memory, granted: &Granted) -> String {
    let wrong = memory.wrong;
    let now = time::OffsetDateTime::now_utc().unix_timestamp();
    let someone = &granted.someone;
    let mut claims = json!({
        "iss": if wrong == Misbehaviour::AnotherIssuerInToken { "https://evil.test" } else { &memory.url },
        "aud": if wrong == Misbehaviour::AnotherAudience { "somebody-else" } else { CLIENT },
        "sub": someone.subject,
        "iat": now,
        "exp": if wrong == Misbehaviour::Expired { now - 3600 } else { now + 300 },
        "nonce": if wrong == Misbehaviour::AnotherNonce { "another" } else { &granted.nonce },
        "email": someone.email,
        "email_verified": someone.is_verified,
        "hd": someone.organisation,
        "given_name": someone.name.0,
        "family_name": someone.name.1,
    });
    if wrong == Misbehaviour::NoNonce {
        claims.as_object_mut().expect("an object").remove("nonce");
    }
    let algorithm = if wrong == Misbehaviour::AlgorithmNone {
        "none"
    } else {
        "ES256"
    };
    let header = json!({ "alg": algorithm, "typ": "JWT", "kid": "1" });
    let said = format!(
        "{}.{}",
        URL_SAFE_NO_PAD.encode(header.to_string()),
        URL_SAFE_NO_PAD.encode(claims.to_string())
    );
    if wrong == Misbehaviour::AlgorithmNone {
        return format!("{said}.");
    }
    let key = if wrong == Misbehaviour::AnotherKey {
        &memory.other_key
    } else {
        &memory.key
    };
    let signature = key.sign(&SystemRandom::new(), said.as_bytes()).expect("signed");
    format!("{said}.{}", URL_SAFE_NO_PAD.encode(signature.as_ref()))
}

async fn github_token(State(memory): State<Shared>, Form(form): Form<HashMap<String, String>>) -> Json<Value> {
    let mut memory = memory.lock().expect("nobody panics here");
    let knows_us = form.get("client_id").is_some_and(|id| id == CLIENT)
        && form.get("client_secret").is_some_and(|secret| secret == SECRET);
    let Some(granted) = redeem(&mut memory, &form).filter(|_| knows_us) else {
        return Json(json!({ "error": "bad_verification_code" }));
    };
    let token = Uuid::new_v4().to_string();
    memory.tokens.insert(token.clone(), granted.someone);
    Json(json!({ "access_token": token, "token_type": "bearer", "scope": "read:user,user:email" }))
}

/// The person whose token a request carries.
fn bearer(memory: &Shared, headers: &HeaderMap) -> Result<Someone, StatusCode> {
    let token = headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    let memory = memory.lock().expect("nobody panics here");
    token
        .and_then(|token| memory.tokens.get(token).cloned())
        .ok_or(StatusCode::UNAUTHORIZED)
}

async fn github_user(State(memory): State<Shared>, headers: HeaderMap) -> Result<Json<Value>, StatusCode> {
    let someone = bearer(&memory, &headers)?;
    let id: u64 = someone.subject.parse().expect("GitHub's ids are numbers");
    let name = format!("{} {}", someone.name.0, someone.name.1);
    Ok(Json(
        json!({ "id": id, "login": "someone", "name": name, "email": null }),
    ))
}

async fn github_emails(State(memory): State<Shared>, headers: HeaderMap) -> Result<Json<Value>, StatusCode> {
    let someone = bearer(&memory, &headers)?;
    Ok(Json(json!([
        { "email": "other@example.org", "primary": false, "verified": true },
        { "email": someone.email, "primary": true, "verified": someone.is_verified },
    ])))
}
