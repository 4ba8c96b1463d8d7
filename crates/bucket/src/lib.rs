//! A server of the protocol of Amazon S3 with one bucket, for the life of a test.
#![expect(clippy::expect_used, reason = "a broken test world is a failed test")]

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Name of the bucket.
pub const BUCKET: &str = "files";
/// Name of the key that opens it.
pub const KEY: &str = "key";
/// The key itself.
pub const SECRET: &str = "secret";

/// The server; gone with its objects when it is dropped.
pub struct ObjectServer {
    folder: PathBuf,
    address: SocketAddr,
    _runtime: tokio::runtime::Runtime,
}

impl ObjectServer {
    /// On a port of this machine.
    pub fn start() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("forwarder-objects-{}-{number}", std::process::id()));
        std::fs::create_dir_all(folder.join("bucket").join(BUCKET)).expect("a folder");
        let provider = s3s_fs::FileSystem::new(folder.join("bucket")).expect("a provider");
        let mut service = s3s::service::S3ServiceBuilder::new(provider);
        service.set_auth(s3s::auth::SimpleAuth::from_single(KEY, SECRET));
        let service = service.build();
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).expect("a port");
        let address = listener.local_addr().expect("an address");
        runtime.spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let service = service.clone();
                tokio::spawn(async move {
                    let http = hyper_util::server::conn::auto::Builder::new(hyper_util::rt::TokioExecutor::new());
                    let _ = http.serve_connection(hyper_util::rt::TokioIo::new(socket), service).await;
                });
            }
        });
        Self { folder, address, _runtime: runtime }
    }

    /// Its address.
    pub fn endpoint(&self) -> String {
        format!("http://{}", self.address)
    }

    /// A folder of this test, for what else it needs.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

impl Drop for ObjectServer {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
