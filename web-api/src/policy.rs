//! What the middleware does with the calls of a route. The policy of a route stands where the route is declared, in
//! `router.rs`, and nowhere else.
//!
//! Invariant: `Routes` takes no route without a policy.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::Method;
use axum::routing::MethodRouter;
use percent_encoding::percent_decode_str;
use shared::role::Role;
use utoipa::openapi::{OpenApi, PathItem};
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter, UtoipaMethodRouterExt as _};

use crate::error::refusals::refusal;
use crate::roles;
use crate::state::AppState;

/// How long an ordinary call may take.
const CALL_TIMEOUT: Duration = Duration::from_secs(20);

/// Calls whose bodies carry what people confide. They are screened for a crisis before anything else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Screened {
    /// What somebody struggles with, as asked of guidance.
    Struggle,
    /// The same, sent by the form of the plain page and answered with a page.
    Form,
    /// A testimony.
    Testimony,
    /// A testimony that is not submitted yet.
    Preview,
    /// A prayer, or the note on its answer.
    Prayer,
    /// Words that are searched for, in the query of the URL.
    Search,
}

/// What the rate limit of the caller's `ip_prefix` does with a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limited {
    /// It refuses with JSON.
    AsCall,
    /// It refuses with a page.
    AsPage,
    /// The call is never limited.
    Never,
}

/// The policy of a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policy {
    /// Whether and how its body is screened for a crisis.
    pub screened: Option<Screened>,
    /// What the rate limit does.
    pub limited: Limited,
    /// Whether a signature proves the caller, so that the origin needs no check.
    pub is_signed: bool,
    /// How long a call may take; none if the handler watches over that itself.
    pub timeout: Option<Duration>,
    /// The largest body in bytes, if it is not the usual one.
    pub max_body: Option<usize>,
}

impl Policy {
    /// An ordinary call.
    pub const CALL: Self = Self {
        screened: None,
        limited: Limited::AsCall,
        is_signed: false,
        timeout: Some(CALL_TIMEOUT),
        max_body: None,
    };
    /// A page of ours that needs no JavaScript.
    pub const PAGE: Self = Self {
        limited: Limited::AsPage,
        ..Self::CALL
    };
    /// The form of the plain page: screened for a crisis.
    pub const FORM: Self = Self {
        screened: Some(Screened::Form),
        ..Self::PAGE
    };
    /// Helplines: nothing refuses them.
    pub const HELP: Self = Self {
        limited: Limited::Never,
        ..Self::CALL
    };
    /// An upload of large files.
    pub const UPLOAD: Self = Self {
        timeout: None,
        ..Self::CALL
    };

    /// A call with a body of at most this many bytes.
    #[must_use]
    pub const fn up_to(max_body: usize) -> Self {
        Self {
            max_body: Some(max_body),
            ..Self::CALL
        }
    }

    /// A call whose body is screened for a crisis.
    #[must_use]
    pub const fn screened(screened: Screened) -> Self {
        Self {
            screened: Some(screened),
            ..Self::CALL
        }
    }

    /// A signed event of another server. Many come at once, from few addresses.
    #[must_use]
    pub const fn signed(max_body: usize) -> Self {
        Self {
            limited: Limited::Never,
            is_signed: true,
            max_body: Some(max_body),
            ..Self::CALL
        }
    }

    /// The policy of the route that a request is for; that of an ordinary call if no route is.
    #[must_use]
    pub fn of(request: &Request) -> Self {
        request.extensions().get().copied().unwrap_or(Self::CALL)
    }
}

/// The routes below `/api`, each with its policy and its description.
pub struct Routes {
    router: OpenApiRouter<AppState>,
    policies: Policies,
}

impl Routes {
    /// No routes yet, with what the description says about all of them.
    #[must_use]
    pub fn new(description: OpenApi) -> Self {
        Self {
            router: OpenApiRouter::with_openapi(description),
            policies: Policies::default(),
        }
    }

    /// Adds the calls of one path.
    #[must_use]
    pub fn calls(mut self, policy: Policy, routes: UtoipaMethodRouter<AppState>) -> Self {
        let (schemas, mut paths, methods) = routes;
        for (path, item) in &mut paths.paths {
            for (method, operation) in operations(item) {
                if path.starts_with("/admin/") && roles::least(&method, path) > Role::Reader {
                    let too_low = || refusal("the role does not allow it");
                    operation
                        .responses
                        .responses
                        .entry("403".to_owned())
                        .or_insert_with(too_low);
                }
                self.policies.add(path, Some(method), policy);
                if policy.limited != Limited::Never {
                    let responses = &mut operation.responses.responses;
                    let too_many = || refusal("too many calls: `Retry-After` says when to come back");
                    responses.entry("429".to_owned()).or_insert_with(too_many);
                }
            }
        }
        let routes = (schemas, paths, methods);
        self.router = match policy.max_body {
            Some(max) => self.router.routes(routes.layer(DefaultBodyLimit::max(max))),
            None => self.router.routes(routes),
        };
        self
    }

    /// Adds a page, which the description leaves out.
    #[must_use]
    pub fn page(mut self, path: &'static str, methods: MethodRouter<AppState>) -> Self {
        self.policies.add(path, None, Policy::PAGE);
        self.router = self.router.route(path, methods);
        self
    }

    /// Adds one method of a page that has a policy of its own.
    #[must_use]
    pub fn page_with(
        mut self,
        policy: Policy,
        path: &'static str,
        method: Method,
        page: MethodRouter<AppState>,
    ) -> Self {
        self.policies.add(path, Some(method), policy);
        self.router = self.router.route(path, page);
        self
    }

    /// The router, the description, and the policies.
    pub fn into_parts(self) -> (Router<AppState>, OpenApi, Policies) {
        let (router, description) = self.router.split_for_parts();
        (router, description, self.policies)
    }
}

/// The policies of all routes that are not ordinary calls.
#[derive(Clone, Default)]
pub struct Policies {
    exact: Arc<HashMap<String, Vec<Entry>>>,
    with_parameters: Arc<Vec<(String, Entry)>>,
}

/// A policy, for one method or for all.
type Entry = (Option<Method>, Policy);

impl Policies {
    /// The policies of both.
    #[must_use]
    pub fn and(mut self, others: &Self) -> Self {
        for (path, entries) in others.exact.iter() {
            let ours = Arc::make_mut(&mut self.exact).entry(path.clone()).or_default();
            ours.extend(entries.iter().cloned());
        }
        Arc::make_mut(&mut self.with_parameters).extend(others.with_parameters.iter().cloned());
        self
    }

    fn add(&mut self, path: &str, method: Option<Method>, policy: Policy) {
        if policy == Policy::CALL {
            return;
        }
        if path.contains('{') {
            Arc::make_mut(&mut self.with_parameters).push((path.to_owned(), (method, policy)));
        } else {
            let entries = Arc::make_mut(&mut self.exact).entry(path.to_owned()).or_default();
            entries.push((method, policy));
        }
    }

    /// Attaches the policy of its route to a request. A path in another spelling, with a slash too many or in capitals, has
    /// the policy of the path that it means: what somebody confides is screened all the same.
    pub fn attach<B>(&self, mut request: axum::http::Request<B>) -> axum::http::Request<B> {
        let path = request.uri().path();
        let found = self.find(path, request.method());
        if let Some(policy) = found.or_else(|| self.find(&plain_spelling(path), request.method())) {
            request.extensions_mut().insert(policy);
        }
        request
    }

    fn find(&self, path: &str, method: &Method) -> Option<Policy> {
        let for_method = |(wanted, policy): &Entry| {
            let matches = wanted.as_ref().is_none_or(|wanted| wanted == method);
            matches.then_some(*policy)
        };
        if let Some(entries) = self.exact.get(path) {
            return entries.iter().find_map(for_method);
        }
        let mut matching = self
            .with_parameters
            .iter()
            .filter(|(template, _)| matches(template, path));
        matching.find_map(|(_, entry)| for_method(entry))
    }
}

/// A path in its plain spelling: without escapes, empty segments and capitals.
fn plain_spelling(path: &str) -> String {
    let decoded = percent_decode_str(path).decode_utf8_lossy().to_ascii_lowercase();
    let segments = decoded.split('/').filter(|segment| !segment.is_empty());
    segments.fold(String::new(), |path, segment| path + "/" + segment)
}

/// Whether a path matches a template such as `/prayers/{id}`.
fn matches(template: &str, path: &str) -> bool {
    let (mut wanted, mut segments) = (template.split('/'), path.split('/'));
    loop {
        match (wanted.next(), segments.next()) {
            (None, None) => return true,
            (Some(wanted), Some(segment)) if wanted.starts_with('{') || wanted == segment => {}
            _ => return false,
        }
    }
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = (Method, &mut utoipa::openapi::path::Operation)> {
    let PathItem {
        get,
        put,
        post,
        patch,
        delete,
        ..
    } = item;
    let operations = [
        (Method::GET, get),
        (Method::PUT, put),
        (Method::POST, post),
        (Method::PATCH, patch),
        (Method::DELETE, delete),
    ];
    operations
        .into_iter()
        .filter_map(|(method, operation)| Some((method, operation.as_mut()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_matches_one_segment_for_each_parameter() {
        assert!(matches("/prayers/{id}", "/prayers/1"));
        assert!(!matches("/prayers/{id}", "/prayers"));
        assert!(!matches("/prayers/{id}", "/prayers/1/2"));
        assert!(matches("/login/{provider}/callback", "/login/google/callback"));
    }

    #[test]
    fn a_policy_is_found_by_path_and_method_in_any_spelling() {
        let mut policies = Policies::default();
        let screened = Policy::screened(Screened::Prayer);
        policies.add("/prayers", Some(Method::GET), Policy::CALL);
        policies.add("/prayers", Some(Method::POST), screened);
        policies.add("/prayers/{id}", Some(Method::PATCH), screened);
        let of = |method: Method, path: &str| {
            let request = Request::builder().method(method).uri(path);
            let request = request.body(axum::body::Body::empty()).expect("a request");
            Policy::of(&policies.attach(request))
        };
        assert_eq!(of(Method::POST, "/prayers"), screened);
        for spelling in ["/prayers/", "//prayers", "/Prayers", "/pray%65rs"] {
            assert_eq!(of(Method::POST, spelling), screened, "{spelling}");
        }
        assert_eq!(of(Method::PATCH, "/prayers/1"), screened);
        assert_eq!(of(Method::GET, "/prayers"), Policy::CALL);
        assert_eq!(of(Method::POST, "/elsewhere"), Policy::CALL);
    }
}
