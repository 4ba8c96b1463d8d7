//! Large files in an object store, sent in parts: one request carries five gigabytes at most, and a connection that
//! breaks costs a part instead of the whole.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::time::Duration;

use rusty_s3::S3Action;
use rusty_s3::actions::{CompleteMultipartUploadResponse, CreateMultipartUpload};
use ureq::SendBody;

use super::objects::{NO_BUCKET, Objects, SIGNED_FOR, broken};
use crate::refusal::Refusal;

/// Bytes of a part; services take five megabytes at least.
const PART: u64 = 16 * 1024 * 1024;
/// Most parts of an object.
const PARTS_MAX: u64 = 10_000;

/// A service may copy the parts together before it answers.
const JOINED_WITHIN: Duration = Duration::from_secs(15 * 60);

/// An upload that was begun.
struct Upload<'a> {
    objects: &'a Objects,
    key: &'a str,
    id: String,
}

impl Objects {
    /// Puts a file of any size under a key, in constant memory; it is whole there or not at all.
    pub fn put_large(&self, key: &str, file: &File) -> Result<(), Refusal> {
        let size = file.metadata().map_err(|error| broken("put", error))?.len();
        if size <= PART {
            return self.put_file(key, file);
        }
        let upload = self.begin_upload(key)?;
        let sent = upload
            .put_parts(file, size)
            .and_then(|tags| upload.end(&tags).or_else(|fault| upload.arrived(size, fault)));
        if sent.is_err() {
            // Parts of an upload that nobody ends are kept, and paid for.
            let _ = upload.abort();
        }
        sent
    }

    fn begin_upload<'a>(&'a self, key: &'a str) -> Result<Upload<'a>, Refusal> {
        let url = self.bucket.create_multipart_upload(self.credentials(), key).sign(SIGNED_FOR);
        let answer = self.send("begin upload", || self.agent.post(url.as_str()).send_empty())?;
        let mut body = answer.ok_or_else(|| broken("begin upload", NO_BUCKET))?.into_body();
        let text = body.read_to_string().map_err(|error| broken("begin upload", error))?;
        let begun = CreateMultipartUpload::parse_response(&text).map_err(|error| broken("begin upload", error))?;
        Ok(Upload { objects: self, key, id: begun.upload_id().to_owned() })
    }
}

impl Upload<'_> {
    /// Sends the file part by part; answers the tag of each.
    fn put_parts(&self, file: &File, size: u64) -> Result<Vec<String>, Refusal> {
        let length = PART.max(size.div_ceil(PARTS_MAX));
        let mut tags = Vec::new();
        for number in 1..=u16::try_from(size.div_ceil(length)).unwrap_or(u16::MAX) {
            let from = u64::from(number - 1) * length;
            tags.push(self.put_part(number, file, from, length.min(size - from))?);
        }
        Ok(tags)
    }

    fn put_part(&self, number: u16, file: &File, from: u64, length: u64) -> Result<String, Refusal> {
        let Objects { bucket, agent, .. } = self.objects;
        let url = bucket.upload_part(self.objects.credentials(), self.key, number, &self.id).sign(SIGNED_FOR);
        let answer = self.objects.send("put part", || {
            let mut again = file.try_clone()?;
            again.seek(SeekFrom::Start(from))?;
            let mut part = again.take(length);
            // A body of unknown length would be sent in chunks, which the services refuse.
            agent.put(url.as_str()).header("content-length", length).send(SendBody::from_reader(&mut part))
        })?;
        let answer = answer.ok_or_else(|| broken("put part", "the upload is not there"))?;
        let tag = answer.headers().get("etag").and_then(|tag| tag.to_str().ok());
        tag.map(str::to_owned).ok_or_else(|| broken("put part", "told no tag"))
    }

    /// The service makes one object of the parts. It may begin its answer well before it knows that it can.
    fn end(&self, tags: &[String]) -> Result<(), Refusal> {
        let Objects { bucket, agent, .. } = self.objects;
        let parts = || tags.iter().map(String::as_str);
        let action = bucket.complete_multipart_upload(self.objects.credentials(), self.key, &self.id, parts());
        let (url, list) = (action.sign(SIGNED_FOR), action.body());
        let answer = self.objects.send("end upload", || {
            let waiting = agent.post(url.as_str()).config();
            let request =
                waiting.timeout_recv_response(Some(JOINED_WITHIN)).timeout_per_read(Some(JOINED_WITHIN)).build();
            request.send(list.as_str())
        })?;
        let mut body = answer.ok_or_else(|| broken("end upload", "the upload is not there"))?.into_body();
        let text = body.read_to_string().map_err(|error| broken("end upload", error))?;
        CompleteMultipartUploadResponse::parse(&text).map(drop).map_err(|error| broken("end upload", error))
    }

    /// An upload is gone when it has ended: where only the answer was lost, the object is there, and whole.
    fn arrived(&self, size: u64, fault: Refusal) -> Result<(), Refusal> {
        if self.objects.size(self.key)? == Some(size) { Ok(()) } else { Err(fault) }
    }

    fn abort(&self) -> Result<(), Refusal> {
        let Objects { bucket, agent, .. } = self.objects;
        let url = bucket.abort_multipart_upload(self.objects.credentials(), self.key, &self.id).sign(SIGNED_FOR);
        self.objects.send("abort upload", || agent.delete(url.as_str()).call()).map(drop)
    }
}
