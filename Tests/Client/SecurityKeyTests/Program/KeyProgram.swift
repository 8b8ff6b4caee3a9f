#if os(Linux)
  import ChildProcesses
  import DoorwardSystem
  import Foundation

  /// `doorward-user` on a machine with a security key in software, and the built server. The library `plugged-key.c`, which
  /// is loaded before libfido2, plugs the key in. The program itself is the one that users get.
  struct KeyProgram {
    struct Failed: Error, CustomStringConvertible { let description: String }

    let server: RunningServer
    /// The address of the server in the domain of its passkeys.
    let address: String
    private let key: PluggedKey
    private let folder: URL
    private let program: String

    init(_ virtual: VirtualKey, application members: String = "") async throws {
      guard let program = BuiltProgram.path("doorward-user") else {
        throw Failed(description: "doorward-user is not built")
      }
      self.program = program
      folder = FileManager.default.temporaryDirectory.appending(path: "key-\(UUID().uuidString.prefix(8))")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      key = try PluggedKey(virtual, at: folder.appending(path: "key").path)
      let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
        path: "plugged-key.c")
      let library = folder.appending(path: "plugged-key.so").path
      let compiler = try RunningChild(
        ChildProgram("clang", ["-shared", "-fPIC", "-Wall", "-Werror", "-o", library, source.path, "-ldl"]))
      guard case .exited(status: 0) = await compiler.wait() else {
        throw Failed(description: "plugged-key.c is not compiled")
      }
      // Passkeys have a domain, and 127.0.0.1 is none.
      let port = try FreePort.find()
      address = "http://localhost:\(port)"
      server = try await RunningServer.start(
        configuration: """
          {"public_url": "\(address)", "rate_limits": {"sign_in_per_minute": 10000},
           "applications": [{"id": "default", "methods": ["password", "passkey"],
             "password": {"identifiers": ["username"]}\(members)}]}
          """, listening: "127.0.0.1:\(port)")
    }

    /// Runs the program with lines of standard input.
    ///
    /// - Returns: Its exit status and its messages.
    func run(_ arguments: String..., answers: [String] = []) async throws -> (status: Int32, messages: String)
    {
      try await run(arguments, answers: answers)
    }

    /// The same with a list of arguments.
    func run(_ arguments: [String], answers: [String]) async throws -> (status: Int32, messages: String) {
      let input = folder.appending(path: "answers-\(UUID().uuidString)")
      try Data(answers.map { "\($0)\n" }.joined().utf8).write(to: input)
      var child = ChildProgram(
        program, arguments,
        environment: [
          "HOME": folder.path, "PATH": "/usr/bin:/bin", "DOORWARD_SERVER": address,
          // Without a keyring, the program keeps the session in a file.
          "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent",
          "LD_PRELOAD": folder.appending(path: "plugged-key.so").path, "PLUGGED_KEY": key.path,
        ])
      child.input = .file(input.path)
      child.errors = .pipe
      let running = try RunningChild(child)
      var messages: [String] = []
      while let line = await running.errorLine() { messages.append(line) }
      guard case .exited(let status) = await running.wait() else {
        throw Failed(description: messages.joined(separator: "\n"))
      }
      return (status, messages.joined(separator: "\n"))
    }
  }
#endif
