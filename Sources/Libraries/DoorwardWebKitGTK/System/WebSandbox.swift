#if os(Linux)
  internal import CDoorwardWebKitGTK
  internal import DoorwardSystem

  /// Checks whether the sandbox for web pages is available.
  ///
  /// WebKit uses the program bubblewrap to run each page in separate namespaces, and terminates the whole app
  /// if that fails. If a system setting suggests that it could fail, it is tried first.
  public struct WebSandbox: Sendable {
    private let root: String
    private let program: String

    /// The sandbox of this system.
    public init() {
      self.init(root: "", program: "bwrap")
    }

    /// Creates a check for another file system, for tests.
    ///
    /// - Parameters:
    ///   - root: The folder that contains the system's files.
    ///   - program: The program that creates the namespaces.
    package init(root: String, program: String) {
      self.root = root
      self.program = program
    }

    /// Whether pages can run.
    public var isAvailable: Bool { isInContainer || !isRestricted || canMakeNamespaces }

    /// In a container, WebKit runs without a sandbox if the sandbox is not available.
    private var isInContainer: Bool {
      ["/.dockerenv", "/run/.containerenv", "/.flatpak-info"].contains { path in
        g_file_test(root + path, G_FILE_TEST_EXISTS) != 0
      }
    }

    /// Whether a kernel setting may forbid the namespaces. Such settings do not apply to every program and
    /// every user.
    private var isRestricted: Bool {
      setting("/proc/sys/user/max_user_namespaces") == "0"
        || setting("/proc/sys/kernel/unprivileged_userns_clone") == "0"
        || (setting("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") ?? "0") != "0"
    }

    private func setting(_ path: String) -> String? {
      var text: UnsafeMutablePointer<CChar>?
      guard g_file_get_contents(root + path, &text, nil, nil) != 0, let text else { return nil }
      defer { g_free(text) }
      return String(String(cString: text).prefix { !$0.isNewline })
    }

    /// Creates the same namespaces as WebKit, for a program that does nothing.
    private var canMakeNamespaces: Bool {
      let arguments = ["--unshare-user", "--unshare-pid", "--ro-bind", "/", "/", "true"]
      return (try? ChildProgram(program, arguments).start())?.wait() == .exited(status: 0)
    }
  }
#endif
