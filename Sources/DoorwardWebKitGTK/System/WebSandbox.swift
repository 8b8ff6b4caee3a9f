#if os(Linux)
  internal import CDoorwardWebKitGTK

  /// Whether the sandbox of web pages can be set up here.
  ///
  /// WebKit runs each page in namespaces of its own, by the program bubblewrap, and ends the whole app when that
  /// does not work. So it is tried before, where the system's settings give reason to.
  public struct WebSandbox: Sendable {
    private let root: String
    private let program: String

    /// The sandbox of this system.
    public init() {
      self.init(root: "", program: "bwrap")
    }

    /// - Parameters:
    ///   - root: Where the system's files are.
    ///   - program: What makes the namespaces.
    package init(root: String, program: String) {
      self.root = root
      self.program = program
    }

    /// Whether pages can be run.
    public var isAvailable: Bool { isInContainer || !isInDoubt || canMakeNamespaces }

    /// In a container WebKit does without a sandbox where it cannot have one.
    private var isInContainer: Bool {
      ["/.dockerenv", "/run/.containerenv", "/.flatpak-info"].contains { path in
        g_file_test(root + path, G_FILE_TEST_EXISTS) != 0
      }
    }

    /// Settings of the kernel that can stand in the way; they do not for every program, nor for every user.
    private var isInDoubt: Bool {
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

    /// What WebKit will do, done for a program that does nothing.
    private var canMakeNamespaces: Bool {
      var arguments: [UnsafeMutablePointer<CChar>?] =
        [program, "--unshare-user", "--unshare-pid", "--ro-bind", "/", "/", "true"]
        .map { (text: String) in g_strdup(text) } + [nil]
      defer { for argument in arguments { g_free(argument) } }
      let quiet = GSpawnFlags(
        G_SPAWN_SEARCH_PATH.rawValue | G_SPAWN_STDOUT_TO_DEV_NULL.rawValue
          | G_SPAWN_STDERR_TO_DEV_NULL.rawValue
      )
      var status: Int32 = 0
      return g_spawn_sync(nil, &arguments, nil, quiet, nil, nil, nil, nil, &status, nil) != 0 && status == 0
    }
  }
#endif
