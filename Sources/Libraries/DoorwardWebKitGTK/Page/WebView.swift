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

  /// The settings of pages.
  @MainActor enum WebViewSettings {
    static func make() -> ObjectReference {
      let settings = ObjectReference(owning: UnsafeMutableRawPointer(webkit_settings_new()))
      let pointer = settings.opaque
      // Wallets open windows some time after the user's click, when WebKit no longer counts it as a user gesture.
      webkit_settings_set_javascript_can_open_windows_automatically(pointer, 1)
      webkit_settings_set_enable_developer_extras(pointer, 0)
      webkit_settings_set_allow_file_access_from_file_urls(pointer, 0)
      webkit_settings_set_allow_universal_access_from_file_urls(pointer, 0)
      webkit_settings_set_allow_top_navigation_to_data_urls(pointer, 0)
      webkit_settings_set_enable_media_stream(pointer, 0)
      webkit_settings_set_enable_back_forward_navigation_gestures(pointer, 0)
      // A full-screen page could draw a fake address bar.
      webkit_settings_set_enable_fullscreen(pointer, 0)
      // Forms and dialogs do not need the GPU, and starting a GPU process takes time.
      webkit_settings_set_hardware_acceleration_policy(pointer, WEBKIT_HARDWARE_ACCELERATION_POLICY_NEVER)
      return settings
    }
  }

  /// Decides about the requests of a ``WebView`` and receives its events.
  @MainActor public protocol WebViewDelegate: AnyObject {
    /// Whether a frame of the view may navigate to an address. The frame may be the top frame.
    func webView(_ view: WebView, mayNavigateTo address: String) -> Bool
    /// Whether the response of a server may replace the page.
    func webView(_ view: WebView, mayShowResponseFrom address: String) -> Bool
    /// Creates the view of a window that the page opens with ``WebView/init(openedBy:)``; nil refuses the
    /// window. The address may be empty: the page then writes the document or sets the address later.
    func webView(_ view: WebView, windowFor address: String) -> WebView?
    /// The view of a new window is ready to be shown.
    func webViewIsReadyToShow(_ view: WebView)
    /// The page closed its window.
    func webViewDidClose(_ view: WebView)
    /// A load of the top frame reached a phase.
    func webView(_ view: WebView, didReach phase: LoadPhase)
    /// The address changed without a load.
    func webViewAddressDidChange(_ view: WebView)
    /// A load of the top frame failed. The view shows no error page.
    func webView(_ view: WebView, didFailToLoad address: String, because reason: String)
    /// The process of the page terminated.
    func webViewDidTerminate(_ view: WebView)
    /// The page is about to show a dialog in the view.
    func webViewWillShowDialog(_ view: WebView)
  }

  /// The phase of a load.
  public enum LoadPhase: Sendable {
    /// The load has started. The previous page is still visible.
    case started
    /// The server redirected the load.
    case redirected
    /// The new page has replaced the previous page.
    case committed
    /// The load has ended, with or without an error.
    case finished
  }
#endif
