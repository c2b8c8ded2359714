//! What the runner asks of the launcher, as the bytes of one message.
//! The two are the same program, so the form needs no version; what does not decode is an error, never a panic.

use std::io;

use crate::Fixed;

/// Largest message; the kernel's default buffer of a socket takes it.
pub const LARGEST: usize = 160 << 10;

/// The first message: sent once to a new launcher, which answers with [`Hello`]. It says what runs shall see of the network
/// (nothing: 0, the machine's: 1, one of their own: 2), and where working directories are.
pub const SET_UP: u8 = b'S';
/// A socket of the network that the launcher lives in: of the newer family (1) or the older one (0). The answer has it.
pub const SOCKET: u8 = b'N';
/// The launcher's answer for a run: the process that holds it, with a descriptor for it.
pub const STARTED: u8 = b'P';
/// The working directory is there, with a descriptor for it.
pub const WORK_DIRECTORY: u8 = b'W';
/// The files of the working directory are there: go on.
pub const GO: u8 = b'G';
/// The filter is installed, with the descriptor of notifications where there is one.
pub const CONFINED: u8 = b'L';
/// A step failed: its error number and name follow.
pub const FAILED: u8 = b'E';
/// Kill everything and tell what it used.
pub const KILL: u8 = b'K';
/// The program is over: its wait status and what it used follow.
pub const ENDED: u8 = b'X';

/// Which calls of a run are announced to the runner.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Notify {
    /// None: this kernel cannot.
    #[default]
    Nothing,
    /// Those that start a process or thread.
    Tasks,
    /// Those and all that can wait for input.
    All,
}

/// One program to run, ready for `execve`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Request {
    /// The file to execute.
    pub path: Vec<u8>,
    /// Its arguments, with its own name first.
    pub arguments: Vec<Vec<u8>>,
    /// Its environment as `NAME=value`.
    pub environment: Vec<Vec<u8>>,
    /// The working directory.
    pub work_directory: Vec<u8>,
    /// Files and directories that it may read besides the system's, as they were named.
    pub readable: Vec<Vec<u8>>,
    /// Directories whose entries it may list.
    pub listed: Vec<Vec<u8>>,
    /// What it may not read although it lies below one of these, by its real path.
    pub hidden: Vec<Vec<u8>>,
    /// What must still be what it was: device, inode and real path, as [`fixed`] writes them.
    pub fixed: Vec<Vec<u8>>,
    /// The path of the pseudo terminal, or nothing.
    pub terminal: Vec<u8>,
    /// The runner puts files into the working directory first.
    pub waits_for_files: bool,
    /// Which calls are to be notified.
    pub notify: Notify,
    /// It builds something in this directory below the working directory: calls that change attributes of files seem to
    /// succeed where they cannot be allowed. Empty for other programs.
    pub builds_in: Vec<u8>,
    /// Whether it may use the network.
    pub network: bool,
    /// Whether calls that take memory which no limit counts are announced, too.
    pub counts_shared: bool,
    /// Whether calls that make ends of network connections are announced, too.
    pub counts_sockets: bool,
    /// Seconds of processor time of one process.
    pub cpu_seconds: u64,
    /// Bytes of writable memory of one process.
    pub memory: u64,
    /// Bytes of one file.
    pub file_size: u64,
    /// Bytes of all files.
    pub disk: u64,
    /// Threads of this user, where the kernel can tell those of runs from others.
    pub tasks: u64,
}

impl Request {
    /// The request as bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        put(&mut bytes, &self.path);
        put_list(&mut bytes, &self.arguments);
        put_list(&mut bytes, &self.environment);
        put(&mut bytes, &self.work_directory);
        put_list(&mut bytes, &self.readable);
        put_list(&mut bytes, &self.listed);
        put_list(&mut bytes, &self.hidden);
        put_list(&mut bytes, &self.fixed);
        put(&mut bytes, &self.terminal);
        put(&mut bytes, &self.builds_in);
        bytes.extend(
            [self.waits_for_files, self.network, self.counts_shared, self.counts_sockets].map(u8::from),
        );
        bytes.push(self.notify as u8);
        for number in [self.cpu_seconds, self.memory, self.file_size, self.disk, self.tasks] {
            bytes.extend(number.to_le_bytes());
        }
        bytes
    }

    /// The request that [`encode`](Request::encode) wrote.
    pub fn decode(bytes: &[u8]) -> io::Result<Request> {
        let mut reader = Reader { rest: bytes };
        Ok(Request {
            path: reader.bytes()?,
            arguments: reader.list()?,
            environment: reader.list()?,
            work_directory: reader.bytes()?,
            readable: reader.list()?,
            listed: reader.list()?,
            hidden: reader.list()?,
            fixed: reader.list()?,
            terminal: reader.bytes()?,
            builds_in: reader.bytes()?,
            waits_for_files: reader.array::<1>()? == [1],
            network: reader.array::<1>()? == [1],
            counts_shared: reader.array::<1>()? == [1],
            counts_sockets: reader.array::<1>()? == [1],
            notify: match reader.array::<1>()? {
                [0] => Notify::Nothing,
                [1] => Notify::Tasks,
                _ => Notify::All,
            },
            cpu_seconds: reader.number()?,
            memory: reader.number()?,
            file_size: reader.number()?,
            disk: reader.number()?,
            tasks: reader.number()?,
        })
    }
}

/// Which namespaces a launcher could enter.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Hello {
    /// A user namespace of its own.
    pub user: bool,
    /// A network without devices.
    pub network: bool,
    /// That network reaches itself.
    pub loopback: bool,
    /// A read-only view of all file systems and a private one in memory for the working directory.
    pub mount: bool,
    /// A process namespace for each run.
    pub process: bool,
    /// A root for each run that holds only what it is given.
    pub root: bool,
}

impl Hello {
    /// The message.
    pub fn encode(self) -> [u8; 6] {
        [self.user, self.network, self.loopback, self.mount, self.process, self.root].map(u8::from)
    }

    /// The message read back.
    pub fn decode(bytes: &[u8]) -> Option<Hello> {
        let [user, network, loopback, mount, process, root] =
            <[u8; 6]>::try_from(bytes).ok()?.map(|byte| byte == 1);
        Some(Hello { user, network, loopback, mount, process, root })
    }
}

/// How the first process ended and what all processes used.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Report {
    /// The wait status of the first process.
    pub status: i32,
    /// Processor time in microseconds.
    pub cpu_us: u64,
    /// Largest resident memory of a process, in bytes.
    pub peak_memory: u64,
}

impl Report {
    /// The message, with its tag.
    pub fn encode(self) -> Vec<u8> {
        let mut bytes = vec![ENDED];
        bytes.extend(self.status.to_le_bytes());
        bytes.extend(self.cpu_us.to_le_bytes());
        bytes.extend(self.peak_memory.to_le_bytes());
        bytes
    }

    /// The message read back, without its tag.
    pub fn decode(bytes: &[u8]) -> io::Result<Report> {
        let mut reader = Reader { rest: bytes };
        Ok(Report {
            status: i32::from_le_bytes(reader.array()?),
            cpu_us: reader.number()?,
            peak_memory: reader.number()?,
        })
    }
}

/// A failed step as a message.
pub fn failure(step: &str, error: &io::Error) -> Vec<u8> {
    let mut bytes = vec![FAILED];
    bytes.extend(error.raw_os_error().unwrap_or(libc::EINVAL).to_le_bytes());
    bytes.extend(step.as_bytes());
    bytes
}

/// Step and error of a failure message without its tag.
pub fn read_failure(bytes: &[u8]) -> (String, io::Error) {
    match bytes.split_first_chunk::<4>() {
        Some((number, step)) => {
            let error = io::Error::from_raw_os_error(i32::from_le_bytes(*number));
            (String::from_utf8_lossy(step).into_owned(), error)
        }
        None => ("starting it".to_owned(), io::Error::other("the launcher sent half a message")),
    }
}

/// Something that must still be what it was.
pub fn fixed(fixed: &Fixed) -> Vec<u8> {
    let path = fixed.path.as_os_str().as_encoded_bytes();
    [&fixed.identity.device.to_le_bytes(), &fixed.identity.inode.to_le_bytes(), path].concat()
}

/// Device, inode and path that [`fixed`] wrote.
pub fn read_fixed(bytes: &[u8]) -> io::Result<(u64, u64, Vec<u8>)> {
    let mut reader = Reader { rest: bytes };
    Ok((reader.number()?, reader.number()?, reader.rest.to_vec()))
}

fn put(bytes: &mut Vec<u8>, field: &[u8]) {
    bytes.extend((field.len() as u32).to_le_bytes());
    bytes.extend(field);
}

fn put_list(bytes: &mut Vec<u8>, list: &[Vec<u8>]) {
    bytes.extend((list.len() as u32).to_le_bytes());
    list.iter().for_each(|field| put(bytes, field));
}

struct Reader<'bytes> {
    rest: &'bytes [u8],
}

impl Reader<'_> {
    fn array<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let (first, rest) = self.rest.split_first_chunk::<N>().ok_or_else(cut_short)?;
        self.rest = rest;
        Ok(*first)
    }

    fn number(&mut self) -> io::Result<u64> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    fn bytes(&mut self) -> io::Result<Vec<u8>> {
        let length = u32::from_le_bytes(self.array()?) as usize;
        let (field, rest) = self.rest.split_at_checked(length).ok_or_else(cut_short)?;
        self.rest = rest;
        Ok(field.to_vec())
    }

    fn list(&mut self) -> io::Result<Vec<Vec<u8>>> {
        let count = u32::from_le_bytes(self.array()?);
        (0..count).map(|_| self.bytes()).collect()
    }
}

fn cut_short() -> io::Error {
    io::Error::new(io::ErrorKind::UnexpectedEof, "a message is cut short")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_encoded_request_decodes_to_itself() {
        let request = Request {
            path: b"/bin/cat".to_vec(),
            arguments: vec![b"cat".to_vec(), Vec::new(), b"-n".to_vec()],
            environment: vec![b"A=\xff".to_vec()],
            readable: vec![b"/x".to_vec()],
            listed: vec![b"/w".to_vec()],
            hidden: vec![b"/x/y".to_vec(), b"/z".to_vec()],
            fixed: vec![vec![7; 20]],
            notify: Notify::All,
            builds_in: b"source".to_vec(),
            memory: u64::MAX,
            ..Request::default()
        };
        assert_eq!(Request::decode(&request.encode()).unwrap(), request);
    }

    #[test]
    fn a_request_cut_anywhere_is_an_error() {
        let bytes = Request { path: b"/bin/cat".to_vec(), ..Request::default() }.encode();
        for length in 0..bytes.len() {
            assert!(Request::decode(&bytes[..length]).is_err(), "cut at {length}");
        }
    }
}
