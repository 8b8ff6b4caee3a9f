#if os(Linux)
  internal import CDoorwardWebKitGTK

  /// A script that runs in the top frame of documents, before their own scripts.
  public struct UserScript: Sendable {
    let source: String
    let world: String?
    let pattern: String

    /// Creates a script.
    ///
    /// - Parameters:
    ///   - source: The source code.
    ///   - world: The name of a separate script world; nil for the page's world.
    ///   - pattern: The addresses of the documents, such as `https://app.example/*`. A pattern has no port.
    public init(_ source: String, world: String? = nil, onlyAt pattern: String) {
      self.source = source
      self.world = world
      self.pattern = pattern
    }

    @MainActor func make() -> OpaquePointer? {
      pattern.withCString { pattern in
        // A NULL-terminated list with one pattern.
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
