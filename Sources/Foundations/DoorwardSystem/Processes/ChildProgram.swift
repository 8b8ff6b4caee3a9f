/// A program, and the settings with which ``start()`` starts it.
package struct ChildProgram: Sendable {
  /// The source of standard input.
  package enum Input: Sendable {
    case file(String)
    /// A descriptor of this process.
    case descriptor(Int32)

    package static let nothing = Input.file("/dev/null")
  }

  /// The destination of standard output or standard error.
  package enum Output: Sendable {
    /// The output is appended. The file is created if it does not exist.
    case file(String)
    /// A descriptor of this process. Descriptor 1 is the new standard output if it is used for standard error.
    case descriptor(Int32)
    /// A pipe that ``ChildProcess/output`` or ``ChildProcess/errors`` reads.
    case pipe

    package static let nothing = Output.file("/dev/null")
  }

  /// The program: a path with a slash, or a name that is searched in `PATH`.
  package var path: String
  package var arguments: [String]
  /// The environment variables; nil is the environment of this process.
  package var environment: [String: String]?
  package var input = Input.nothing
  package var output = Output.nothing
  package var errors = Output.nothing
  /// Whether the process is in a separate process group. Ctrl-C at the terminal does not end such a process.
  package var hasOwnGroup = false

  package init(_ path: String, _ arguments: [String], environment: [String: String]? = nil) {
    self.path = path
    self.arguments = arguments
    self.environment = environment
  }
}

/// A program was not started.
package struct ChildStartFailure: Error, CustomStringConvertible {
  package let description: String
}
