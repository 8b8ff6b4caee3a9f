#if os(Linux)
  internal import CDoorwardWebKitGTK

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
