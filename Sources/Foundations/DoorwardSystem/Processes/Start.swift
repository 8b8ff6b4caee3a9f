#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension ChildProgram {
  /// Starts the program.
  ///
  /// The process inherits three descriptors only, no blocked signals, and the default actions of SIGCHLD, SIGTERM and
  /// SIGPIPE. The threads of Swift's tasks block signals: SIGTERM would not end a process that inherits this.
  ///
  /// - Throws: ``ChildStartFailure`` if the program does not exist or the system has no resources left.
  package func start() throws(ChildStartFailure) -> ChildProcess {
    let outputPipe = try pipe(for: output)
    defer { outputPipe?.closeWriting() }
    let errorPipe = try pipe(for: errors)
    defer { errorPipe?.closeWriting() }

    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    try check(posix_spawn_file_actions_init(&actions))
    defer { posix_spawn_file_actions_destroy(&actions) }
    try check(posix_spawnattr_init(&attributes))
    defer { posix_spawnattr_destroy(&attributes) }

    switch input {
    case .file(let path): try check(posix_spawn_file_actions_addopen(&actions, 0, path, O_RDONLY, 0))
    case .descriptor(let number): try check(posix_spawn_file_actions_adddup2(&actions, number, 0))
    }
    for (stream, output, pipe) in [(Int32(1), output, outputPipe), (2, errors, errorPipe)] {
      switch output {
      case .file(let path):
        try check(
          posix_spawn_file_actions_addopen(&actions, stream, path, O_WRONLY | O_CREAT | O_APPEND, 0o600))
      case .descriptor(let number): try check(posix_spawn_file_actions_adddup2(&actions, number, stream))
      case .pipe: if let pipe { try check(posix_spawn_file_actions_adddup2(&actions, pipe.writing, stream)) }
      }
    }

    var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    // The default value of the attribute is a new group.
    if hasOwnGroup { flags |= POSIX_SPAWN_SETPGROUP }
    #if canImport(Darwin)
      flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
    #else
      for file in filesToClose() { try check(posix_spawn_file_actions_addclose(&actions, file)) }
    #endif
    try check(posix_spawnattr_setflags(&attributes, Int16(flags)))
    var signals = sigset_t()
    sigemptyset(&signals)
    try check(posix_spawnattr_setsigmask(&attributes, &signals))
    for signal in [SIGCHLD, SIGTERM, SIGPIPE] { sigaddset(&signals, signal) }
    try check(posix_spawnattr_setsigdefault(&attributes, &signals))

    let words = ([path] + arguments).map { strdup($0) }
    let variables = environment?.map { strdup("\($0)=\($1)") }
    defer { for text in words + (variables ?? []) { free(text) } }
    var id: Int32 = 0
    if let variables {
      try check(posix_spawnp(&id, path, &actions, &attributes, words + [nil], variables + [nil]))
    } else {
      try check(posix_spawnp(&id, path, &actions, &attributes, words + [nil], ownVariables))
    }
    return ChildProcess(id: id, output: outputPipe?.reader, errors: errorPipe?.reader)
  }

  private func pipe(for output: Output) throws(ChildStartFailure) -> OutputPipe? {
    guard case .pipe = output else { return nil }
    guard let pipe = OutputPipe() else { throw failure(errno) }
    return pipe
  }

  private func check(_ code: Int32) throws(ChildStartFailure) {
    guard code == 0 else { throw failure(code) }
  }

  private func failure(_ code: Int32) -> ChildStartFailure {
    ChildStartFailure(description: "\(path) cannot be started: \(String(cString: strerror(code)))")
  }
}

#if os(Linux)
  /// The descriptors of this process other than the three standard ones, and those that other threads can open before the
  /// program starts: a new descriptor has the lowest free number.
  private func filesToClose() -> Set<Int32> {
    let files = openFiles()
    let end = min(files.count + 256, sysconf(Int32(_SC_OPEN_MAX)))
    return Set(files).union(0..<Int32(end)).subtracting(STDIN_FILENO...STDERR_FILENO)
  }

  /// The descriptors of this process.
  private func openFiles() -> [Int32] {
    guard let folder = opendir("/proc/self/fd") else { return [] }
    defer { closedir(folder) }
    var files: [Int32] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if let file = Int32(name) { files.append(file) }
    }
    return files
  }
#endif

/// The environment of this process.
private var ownVariables: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
  #if canImport(Darwin)
    _NSGetEnviron().pointee
  #else
    environ
  #endif
}
