//! A conversation in lines over blocking streams, with a thread for each direction.
//! In: lines to send and times to wait. Out: lines, silence, the end.
//! The threads hand over through channels with bounds, and end with their streams.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use crate::link::lines::{Heard, Lines, Sent};

/// Chunks of output that are taken in before they are asked for.
const CHUNKS: usize = 4;

/// Both directions of a conversation.
pub(crate) struct Talk {
    input: SyncSender<Vec<u8>>,
    /// One word for each line that was written, or the end of the channel.
    written: Receiver<()>,
    /// A line is still being written.
    busy: bool,
    output: Receiver<Vec<u8>>,
    ended: bool,
    lines: Lines,
    connection: Option<TcpStream>,
}

impl Talk {
    /// Talks over two streams; `most` bytes are allowed in a line.
    pub fn new<I, O>((mut input, mut output): (I, O), most: usize) -> Talk
    where
        I: Write + Send + 'static,
        O: Read + Send + 'static,
    {
        let (to_writer, lines) = sync_channel::<Vec<u8>>(1);
        let (to_caller, written) = sync_channel(1);
        std::thread::spawn(move || {
            for line in lines {
                if input.write_all(&line).and_then(|()| input.flush()).is_err() || to_caller.send(()).is_err()
                {
                    return;
                }
            }
        });
        let (from_reader, chunks) = sync_channel(CHUNKS);
        std::thread::spawn(move || {
            let mut buffer = vec![0; 16 << 10];
            while let Ok(count @ 1..) = output.read(&mut buffer) {
                if from_reader.send(buffer[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        Talk {
            input: to_writer,
            written,
            busy: false,
            output: chunks,
            ended: false,
            lines: Lines::new(most),
            connection: None,
        }
    }

    /// Talks over a connection.
    pub fn over(connection: TcpStream, most: usize) -> std::io::Result<Talk> {
        let streams = (connection.try_clone()?, connection.try_clone()?);
        let mut talk = Talk::new(streams, most);
        talk.connection = Some(connection);
        talk.lines.want_breaks();
        Ok(talk)
    }

    /// The same in messages that somebody else puts together and cuts: no line break is added or taken away.
    pub fn uncut(mut self) -> Talk {
        self.lines.leave_uncut();
        self
    }

    /// What has come of a line that is not whole.
    pub fn half(&self) -> &[u8] {
        self.lines.half()
    }

    /// Sends a line, to which the line break is added, within the given time.
    /// Meanwhile output is taken in up to its bound, so that a system that answers before it has read all can go on.
    pub fn send(&mut self, line: &[u8], wait: Duration) -> Sent {
        if self.busy {
            // The line before was given up half-way.
            return Sent::Unread;
        }
        let end: &[u8] = if self.lines.is_uncut() { b"" } else { b"\n" };
        if self.input.send([line, end].concat()).is_err() {
            return Sent::Broken;
        }
        self.busy = true;
        let deadline = Instant::now() + wait;
        loop {
            match self.written.recv_timeout(Duration::from_millis(1)) {
                Ok(()) => {
                    self.busy = false;
                    return Sent::Whole;
                }
                Err(RecvTimeoutError::Disconnected) => return Sent::Broken,
                Err(RecvTimeoutError::Timeout) if Instant::now() >= deadline => return Sent::Unread,
                Err(RecvTimeoutError::Timeout) => {}
            }
            while self.lines.has_room()
                && let Ok(chunk) = self.output.try_recv()
            {
                self.take(&chunk);
            }
        }
    }

    /// The next line, or what there is instead after the given time.
    pub fn receive(&mut self, wait: Duration) -> Heard {
        let deadline = Instant::now() + wait;
        loop {
            if let Some(heard) = self.lines.next() {
                return heard;
            }
            if self.ended {
                return self.lines.last();
            }
            match self.output.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(chunk) => self.take(&chunk),
                Err(RecvTimeoutError::Timeout) => return Heard::Silence,
                Err(RecvTimeoutError::Disconnected) => self.ended = true,
            }
        }
    }

    fn take(&mut self, mut chunk: &[u8]) {
        while !chunk.is_empty() {
            let room = self.lines.room();
            let count = room.len().min(chunk.len());
            room[..count].copy_from_slice(&chunk[..count]);
            self.lines.took(count);
            chunk = &chunk[count..];
        }
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        if let Some(connection) = &self.connection {
            let _ = connection.shutdown(Shutdown::Both);
        }
    }
}
