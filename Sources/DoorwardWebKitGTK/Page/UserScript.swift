#if os(Linux)
  internal import CDoorwardWebKitGTK

  /// A script that is run in the top frame of documents, before anything of theirs.
  public struct UserScript: Sendable {
    let source: String
    let world: String?
    let pattern: String

    /// - Parameters:
    ///   - source: The script.
    ///   - world: The name of a world of its own; nil for the page's.
    ///   - pattern: The addresses of the documents, such as `https://app.example/*`. A pattern has no port.
    public init(_ source: String, world: String? = nil, onlyAt pattern: String) {
      self.source = source
      self.world = world
      self.pattern = pattern
    }

    @MainActor func make() -> OpaquePointer? {
      pattern.withCString { pattern in
        // A list of one, ended as lists of C are.
        let allowed: [UnsafePointer<CChar>?] = [pattern, nil]
        return if let world {
          webkit_user_script_new_for_world(
            source, WEBKIT_USER_CONTENT_INJECT_TOP_FRAME, WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START, world,
            allowed, nil)
        } else {
          webkit_user_script_new(
            source, WEBKIT_USER_CONTENT_INJECT_TOP_FRAME, WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START,
            allowed,
            nil)
        }
      }
    }
  }
#endif
