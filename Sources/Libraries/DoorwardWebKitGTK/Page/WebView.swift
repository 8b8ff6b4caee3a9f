#if os(Linux)
  internal import CDoorwardWebKitGTK
  public import DoorwardGTKWidgets

  /// A web page and the process that runs it.
  ///
  /// The page works whether or not the view is in a window. The ``delegate`` must allow each navigation and
  /// each window; a view without a delegate shows nothing. Downloads, permissions such as the camera, and HTTP
  /// authentication are always refused.
  @MainActor public final class WebView: Widget {
    /// Decides about the page's requests and receives its events.
    public weak var delegate: (any WebViewDelegate)?

    /// The storage of the page.
    public let storage: WebStorage

    private let content: ObjectReference

    /// Creates a view with a new process.
    public convenience init(storage: WebStorage) {
      let content = ObjectReference(owning: UnsafeMutableRawPointer(webkit_user_content_manager_new()))
      let settings = WebViewSettings.make()
      self.init(
        doorward_web_view_new(
          storage.context.opaque, storage.session.opaque, content.opaque, settings.opaque),
        content: content, storage: storage)
    }

    /// Creates the view of a window that a page of another view opens. Both run in the same process, but the
    /// new view has no script and no message handler of the other view.
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

    /// The address of the current or loading page; empty if there is none.
    public var address: String {
      webkit_web_view_get_uri(view).map { String(cString: $0) } ?? ""
    }

    /// Whether a page is loading.
    public var isLoading: Bool { webkit_web_view_is_loading(view) != 0 }

    /// Shows a document with this address. Nothing is fetched from the address.
    public func load(html: String, baseURL: String) {
      webkit_web_view_load_html(view, html, baseURL)
    }

    /// Loads an address.
    public func load(_ address: String) {
      webkit_web_view_load_uri(view, address)
    }

    /// Cancels the current load.
    public func stopLoading() {
      webkit_web_view_stop_loading(view)
    }

    /// Terminates the process of the page, as a crash would.
    package func terminate() {
      webkit_web_view_terminate_web_process(view)
    }

    /// Whether the context menu offers the web inspector, for development.
    public var isInspectable: Bool {
      get { webkit_settings_get_enable_developer_extras(webkit_web_view_get_settings(view)) != 0 }
      set {
        webkit_settings_set_enable_developer_extras(webkit_web_view_get_settings(view), newValue ? 1 : 0)
      }
    }

    // MARK: Scripts

    /// Runs a script in the top frame of every document loaded from now on.
    public func add(_ script: UserScript) {
      let made = script.make()
      webkit_user_content_manager_add_script(content.opaque, made)
      webkit_user_script_unref(made)
    }

    /// Receives messages from the scripts of one script world through `webkit.messageHandlers`. Messages that
    /// are not strings are dropped.
    public func addMessageHandler(
      _ name: String, inWorld world: String, _ handler: @escaping @MainActor (String) -> Void
    ) {
      MessageHandler.add(name, world: world, to: content, handler)
    }

    /// Runs the body of an asynchronous function in a script world of the top frame.
    ///
    /// The body is fixed, so that variable parts can only be passed as values in the arguments. The function's
    /// result or error is ignored.
    public func run(_ body: StaticString, arguments: [String: String], inWorld world: String) {
      ScriptCall.run(body, arguments: arguments, world: world, in: self)
    }
  }
#endif
