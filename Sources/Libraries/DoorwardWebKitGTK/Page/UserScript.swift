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

  /// Runs a fixed function body with values as arguments.
  @MainActor enum ScriptCall {
    static func run(_ body: StaticString, arguments: [String: String], world: String, in view: WebView) {
      let type = g_variant_type_new("a{sv}")
      defer { g_variant_type_free(type) }
      let builder = g_variant_builder_new(type)
      defer { g_variant_builder_unref(builder) }
      for (name, value) in arguments {
        // A C string ends at a NUL byte. A call with a truncated argument would be wrong, so the call is dropped.
        guard !value.utf8.contains(0) else { return }
        g_variant_builder_add_value(
          builder,
          g_variant_new_dict_entry(
            g_variant_new_string(name), g_variant_new_variant(g_variant_new_string(value))))
      }
      body.withUTF8Buffer { text in
        text.withMemoryRebound(to: CChar.self) { text in
          webkit_web_view_call_async_javascript_function(
            view.view, text.baseAddress, gssize(text.count), g_variant_builder_end(builder), world, nil, nil,
            nil, nil)
        }
      }
    }
  }
#endif
