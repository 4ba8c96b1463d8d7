//! The contract: what the wire and the pages are, as files that are committed and compared.

pub mod shape;
pub mod typescript;

use serde_json::{Map, Value as Json, json};

use crate::access::Access;
use crate::registry::{Body, Operation, Registry};
use crate::web::frame::Frame;

/// The OpenAPI 3.1 document of every operation.
pub fn open_api(registry: &Registry) -> Json {
    let mut paths: Map<String, Json> = Map::new();
    let mut operations: Vec<&Operation> = registry.operations.iter().map(AsRef::as_ref).collect();
    operations.sort_by(|a, b| (&a.path, a.method).cmp(&(&b.path, b.method)));
    for operation in operations {
        let entry = paths.entry(operation.path.clone()).or_insert_with(|| json!({}));
        if let Some(methods) = entry.as_object_mut() {
            methods.insert(operation.method.name().to_owned(), described(operation));
        }
    }
    json!({
        "openapi": "3.1.0",
        "info": { "title": "OpenForwarder", "version": env!("CARGO_PKG_VERSION"), "license": { "name": "Apache-2.0" } },
        "components": { "securitySchemes": { "bearer": { "type": "http", "scheme": "bearer" } } },
        "paths": paths,
    })
}

fn described(operation: &Operation) -> Json {
    let in_path = operation.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let mut parameters: Vec<Json> = in_path
        .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }))
        .collect();
    parameters
        .extend(operation.params.iter().map(|(name, schema)| json!({ "name": name, "in": "query", "schema": schema })));
    let mut json = json!({
        "operationId": operation.id,
        "summary": operation.summary,
        "parameters": parameters,
        "x-access": access_text(operation.access),
        "responses": { "200": { "description": "Envelope", "content": answered(operation) } },
    });
    let content = match &operation.body {
        Body::None => None,
        Body::Json(schema) => Some(json!({ "application/json": { "schema": schema } })),
        Body::Form => Some(json!({ "application/x-www-form-urlencoded": { "schema": { "type": "object" } } })),
        Body::Files | Body::Large(_) => Some(json!({ "multipart/form-data": { "schema": { "type": "object" } } })),
        Body::Text => Some(json!({ "text/plain": { "schema": { "type": "string" } } })),
    };
    if let Some(object) = json.as_object_mut() {
        if let Some(content) = content {
            object.insert("requestBody".to_owned(), json!({ "content": content }));
        }
        if let Some(also) = &operation.also {
            object.insert("x-also-at".to_owned(), json!(also));
        }
        if operation.access != Access::Public {
            object.insert("security".to_owned(), json!([{ "bearer": [] }]));
        }
    }
    json
}

/// The envelope, and files where a call answers those.
fn answered(operation: &Operation) -> Json {
    let mut content = Map::new();
    if operation.files.is_empty() || operation.answer != json!({}) {
        let schema = Frame::of(&operation.path).schema(&operation.answer);
        content.insert("application/json".to_owned(), json!({ "schema": schema }));
    }
    let file = json!({ "schema": { "type": "string", "format": "binary" } });
    content.extend(operation.files.iter().map(|kind| ((*kind).to_owned(), file.clone())));
    content.into()
}

fn access_text(access: Access) -> Json {
    match access {
        Access::Public => json!("public"),
        Access::LoggedIn => json!("logged in"),
        Access::Code(code) => json!(code),
        Access::AnyOf(codes) => json!(codes),
    }
}

/// Lists and forms as the web application reads them.
pub fn pages(registry: &Registry) -> Json {
    json!({
        "lists": registry.lists.iter().flat_map(|list| list.contracts()).collect::<Vec<_>>(),
        "forms": registry.forms,
        "planned": registry.planned.iter().map(|node| &node.path).filter(|path| !path.is_empty()).collect::<Vec<_>>(),
        "boards": registry.boards.iter().map(|board| board.contract(&registry.lists)).collect::<Vec<_>>(),
    })
}
