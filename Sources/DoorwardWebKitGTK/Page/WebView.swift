#if os(Linux)
  internal import CDoorwardWebKitGTK

  /// A web page and the process that runs it.
  ///
  /// It works whether or not it is in a window. It may go nowhere and open nothing unless its ``delegate``
  /// says so: one without a delegate shows nothing. Whatever the delegate is not asked
  /// for is refused: downloads, the camera and its like, passwords of servers.
  @MainActor public final class WebView: Widget {
    /// Who decides, and is told.
    public weak var delegate: (any WebViewDelegate)?

    /// The storage that the page has.
    public let storage: WebStorage

    private let content: ObjectReference

    /// A view of its own.
    public convenience init(storage: WebStorage) {
      let content = ObjectReference(owning: UnsafeMutableRawPointer(webkit_user_content_manager_new()))
      let settings = WebViewSettings.make()
      self.init(
        doorward_web_view_new(
          storage.context.opaque, storage.session.opaque, content.opaque, settings.opaque),
        content: content, storage: storage)
    }

    /// A view for a window that a page of another view opens: of the same process, but with no script and no
    /// message handler of that view.
    public convenience init(openedBy opener: WebView) {
      let content = ObjectReference(owning: UnsafeMutableRawPointer(webkit_user_content_manager_new()))
      let settings = WebViewSettings.make()
      self.init(
        doorward_web_view_new_related(opener.view, content.opaque, settings.opaque),
        content: content, storage: opener.storage)
      isInspectable = opener.isInspectable
    }

    private init(_ view: UnsafeMutablePointer<WebKitWebView>, content: ObjectReference, storage: WebStorage) {
      self.content = content
      self.storage = storage
      super.init(UnsafeMutableRawPointer(view))
      WebViewSignals.connect(self)
      expand()
    }

    var view: UnsafeMutablePointer<WebKitWebView> { doorward_web_view(reference.pointer) }

    /// The address of what is shown, or is being loaded; empty for nothing.
    public var address: String {
      webkit_web_view_get_uri(view).map { String(cString: $0) } ?? ""
    }

    /// Whether something is being loaded.
    public var isLoading: Bool { webkit_web_view_is_loading(view) != 0 }

    /// Shows a document, which says it has this address; nothing is fetched from there.
    public func load(html: String, baseURL: String) {
      webkit_web_view_load_html(view, html, baseURL)
    }

    /// Shows what is at an address.
    public func load(_ address: String) {
      webkit_web_view_load_uri(view, address)
    }

    /// Gives up what is being loaded.
    public func stopLoading() {
      webkit_web_view_stop_loading(view)
    }

    /// Ends the process of the page, as a crash would.
    package func terminate() {
      webkit_web_view_terminate_web_process(view)
    }

    /// Whether the menu at the pointer opens the web inspector; for development.
    public var isInspectable: Bool {
      get { webkit_settings_get_enable_developer_extras(webkit_web_view_get_settings(view)) != 0 }
      set {
        webkit_settings_set_enable_developer_extras(webkit_web_view_get_settings(view), newValue ? 1 : 0)
      }
    }

    // MARK: Scripts

    /// Runs a script in the top frame of every document from now on.
    public func add(_ script: UserScript) {
      let made = script.make()
      webkit_user_content_manager_add_script(content.opaque, made)
      webkit_user_script_unref(made)
    }

    /// Takes texts from the scripts of one world, and of no other, at `webkit.messageHandlers`.
    /// A message that is no text is dropped.
    public func addMessageHandler(
      _ name: String, inWorld world: String, _ handler: @escaping @MainActor (String) -> Void
    ) {
      MessageHandler.add(name, world: world, to: content, handler)
    }

    /// Runs the body of an asynchronous function in a world, in the top frame.
    ///
    /// The body is a fixed text of the caller's; what varies are the arguments, which arrive as values. What
    /// the function returns or throws is dropped.
    public func run(_ body: StaticString, arguments: [String: String], inWorld world: String) {
      ScriptCall.run(body, arguments: arguments, world: world, in: self)
    }
  }
#endif
