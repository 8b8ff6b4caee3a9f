#if os(Linux)
  internal import CDoorwardWebKitGTK
  internal import DoorwardGTKWidgets

  /// Forwards the signals of a WebKit view to its ``WebViewDelegate``.
  @MainActor enum WebViewSignals {
    static func connect(_ view: WebView) {
      let object = view.reference.pointer
      let data = WeakReference(view)
      let create: @convention(c) (Pointer?, OpaquePointer?, Pointer?) -> Pointer? = windowRequested
      Signal.connect(object, "create", to: create, with: data)
      Signal.connect(object, "ready-to-show", to: readyToShow as Notification, with: data)
      Signal.connect(object, "close", to: closed as Notification, with: data)
      let load: @convention(c) (Pointer?, UInt32, Pointer?) -> Void = loadChanged
      Signal.connect(object, "load-changed", to: load, with: data)
      let failure:
        @convention(c) (Pointer?, UInt32, UnsafePointer<CChar>?, UnsafePointer<GError>?, Pointer?) -> gboolean =
          loadFailed
      Signal.connect(object, "load-failed", to: failure, with: data)
      let untrusted:
        @convention(c) (Pointer?, UnsafePointer<CChar>?, Pointer?, UInt32, Pointer?) -> gboolean =
          loadFailedForCertificate
      Signal.connect(object, "load-failed-with-tls-errors", to: untrusted, with: data)
      let change: @convention(c) (Pointer?, Pointer?, Pointer?) -> Void = addressChanged
      Signal.connect(object, "notify::uri", to: change, with: data)
      let end: @convention(c) (Pointer?, UInt32, Pointer?) -> Void = terminated
      Signal.connect(object, "web-process-terminated", to: end, with: data)
      WebViewRequests.connect(object, data)
    }

    typealias Pointer = UnsafeMutableRawPointer
    typealias Notification = @convention(c) (Pointer?, Pointer?) -> Void

    /// Calls the delegate of a connection's view. Returns `otherwise` if the view or its delegate was released.
    nonisolated static func notify<Value, Result>(
      _ data: Pointer?, _ value: Value, otherwise: Result,
      _ body: @MainActor (WebView, any WebViewDelegate, Value) -> Result
    ) -> Result {
      LoopThread.run((data, value, otherwise)) { data, value, otherwise in
        guard let view = WeakReference<WebView>.target(of: data), let delegate = view.delegate else {
          return otherwise
        }
        return body(view, delegate, value)
      }
    }

    nonisolated static func text(_ pointer: UnsafePointer<CChar>?) -> String {
      pointer.map { String(cString: $0) } ?? ""
    }
  }

  private typealias Pointer = WebViewSignals.Pointer

  // MARK: Windows

  private func windowRequested(_ object: Pointer?, _ action: OpaquePointer?, _ data: Pointer?) -> Pointer? {
    let address = WebViewSignals.text(
      webkit_uri_request_get_uri(webkit_navigation_action_get_request(action)))
    return WebViewSignals.notify(data, address, otherwise: nil) { view, delegate, address in
      delegate.webView(view, windowFor: address)?.reference.pointer
    }
  }

  private func readyToShow(_ object: Pointer?, _ data: Pointer?) {
    WebViewSignals.notify(data, (), otherwise: ()) { view, delegate, _ in delegate.webViewIsReadyToShow(view)
    }
  }

  private func closed(_ object: Pointer?, _ data: Pointer?) {
    WebViewSignals.notify(data, (), otherwise: ()) { view, delegate, _ in delegate.webViewDidClose(view) }
  }

  // MARK: Loads

  private func loadChanged(_ object: Pointer?, _ event: UInt32, _ data: Pointer?) {
    WebViewSignals.notify(data, WebKitLoadEvent(event), otherwise: ()) { view, delegate, event in
      switch event {
      case WEBKIT_LOAD_STARTED: delegate.webView(view, didReach: .started)
      case WEBKIT_LOAD_REDIRECTED: delegate.webView(view, didReach: .redirected)
      case WEBKIT_LOAD_COMMITTED: delegate.webView(view, didReach: .committed)
      default: delegate.webView(view, didReach: .finished)
      }
    }
  }

  private func loadFailed(
    _ object: Pointer?, _ event: UInt32, _ address: UnsafePointer<CChar>?, _ error: UnsafePointer<GError>?,
    _ data: Pointer?
  ) -> gboolean {
    // Refused and cancelled loads are not failures.
    if let error, error.pointee.domain == webkit_policy_error_quark(),
      error.pointee.code == WEBKIT_POLICY_ERROR_FRAME_LOAD_INTERRUPTED_BY_POLICY_CHANGE.rawValue
    {
      return 1
    }
    if let error, error.pointee.domain == webkit_network_error_quark(),
      error.pointee.code == WEBKIT_NETWORK_ERROR_CANCELLED.rawValue
    {
      return 1
    }
    let reason = WebViewSignals.text(error?.pointee.message)
    WebViewSignals.notify(data, WebViewSignals.text(address), otherwise: ()) { view, delegate, address in
      delegate.webView(view, didFailToLoad: address, because: reason)
    }
    return 1
  }

  private func loadFailedForCertificate(
    _ object: Pointer?, _ address: UnsafePointer<CChar>?, _ certificate: Pointer?, _ errors: UInt32,
    _ data: Pointer?
  ) -> gboolean {
    WebViewSignals.notify(data, WebViewSignals.text(address), otherwise: ()) { view, delegate, address in
      delegate.webView(
        view, didFailToLoad: address, because: "The certificate of the server is not trusted.")
    }
    return 1
  }

  private func addressChanged(_ object: Pointer?, _ property: Pointer?, _ data: Pointer?) {
    WebViewSignals.notify(data, (), otherwise: ()) { view, delegate, _ in
      if !view.isLoading { delegate.webViewAddressDidChange(view) }
    }
  }

  private func terminated(_ object: Pointer?, _ reason: UInt32, _ data: Pointer?) {
    WebViewSignals.notify(data, (), otherwise: ()) { view, delegate, _ in delegate.webViewDidTerminate(view) }
  }
#endif
