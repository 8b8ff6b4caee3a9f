#if os(Linux)
  internal import CDoorwardWebKitGTK
  internal import DoorwardGTKWidgets

  /// The requests of pages, and the answers to them.
  ///
  /// A request is refused if its view was released or has no delegate.
  @MainActor enum WebViewRequests {
    static func connect(_ object: UnsafeMutableRawPointer, _ data: WeakReference<WebView>) {
      let decide: @convention(c) (Pointer?, Pointer?, UInt32, Pointer?) -> gboolean = policyRequested
      Signal.connect(object, "decide-policy", to: decide, with: data)
      Signal.connect(object, "script-dialog", to: dialogRequested as Request, with: data)
      Signal.connect(object, "permission-request", to: permissionRequested as Request, with: data)
      Signal.connect(object, "authenticate", to: authenticationRequested as Request, with: data)
      Signal.connect(object, "print", to: printRequested as Request, with: data)
      let menu: @convention(c) (Pointer?, OpaquePointer?, OpaquePointer?, Pointer?) -> gboolean =
        menuRequested
      Signal.connect(object, "context-menu", to: menu, with: data)
    }

    typealias Pointer = WebViewSignals.Pointer
    typealias Request = @convention(c) (Pointer?, OpaquePointer?, Pointer?) -> gboolean
  }

  private typealias Pointer = WebViewSignals.Pointer

  private func policyRequested(
    _ object: Pointer?, _ decision: Pointer?, _ type: UInt32, _ data: Pointer?
  ) -> gboolean {
    let policy = doorward_policy_decision(decision)
    let isAllowed =
      switch WebKitPolicyDecisionType(type) {
      case WEBKIT_POLICY_DECISION_TYPE_NAVIGATION_ACTION: mayNavigate(policy, data)
      // A link to a new window. The `create` signal decides about the window.
      case WEBKIT_POLICY_DECISION_TYPE_NEW_WINDOW_ACTION: true
      case WEBKIT_POLICY_DECISION_TYPE_RESPONSE: mayShow(policy, data)
      default: false
      }
    if isAllowed { webkit_policy_decision_use(policy) } else { webkit_policy_decision_ignore(policy) }
    return 1
  }

  private func mayNavigate(_ decision: UnsafeMutablePointer<WebKitPolicyDecision>?, _ data: Pointer?) -> Bool
  {
    guard let action = doorward_navigation(decision) else { return false }
    let address = WebViewSignals.text(
      webkit_uri_request_get_uri(webkit_navigation_action_get_request(action)))
    return WebViewSignals.notify(data, address, otherwise: false) { view, delegate, address in
      delegate.webView(view, mayNavigateTo: address)
    }
  }

  private func mayShow(_ decision: UnsafeMutablePointer<WebKitPolicyDecision>?, _ data: Pointer?) -> Bool {
    // WebKit would download a response that it cannot show.
    guard doorward_is_shown(decision) != 0 else { return false }
    guard doorward_is_main_response(decision) != 0 else { return true }
    let address = WebViewSignals.text(doorward_response_uri(decision))
    return WebViewSignals.notify(data, address, otherwise: false) { view, delegate, address in
      delegate.webView(view, mayShowResponseFrom: address)
    }
  }

  /// WebKit shows the dialog in the view, and the user answers it.
  private func dialogRequested(_ object: Pointer?, _ dialog: OpaquePointer?, _ data: Pointer?) -> gboolean {
    WebViewSignals.notify(data, (), otherwise: ()) { view, delegate, _ in delegate.webViewWillShowDialog(view)
    }
    return 0
  }

  /// Requests for the camera, the location, notifications and other permissions.
  private func permissionRequested(_ object: Pointer?, _ request: OpaquePointer?, _ data: Pointer?)
    -> gboolean
  {
    webkit_permission_request_deny(request)
    return 1
  }

  /// HTTP authentication. Its prompt does not show reliably which site asks for the password.
  private func authenticationRequested(_ object: Pointer?, _ request: OpaquePointer?, _ data: Pointer?)
    -> gboolean
  {
    webkit_authentication_request_cancel(request)
    return 1
  }

  private func printRequested(_ object: Pointer?, _ operation: OpaquePointer?, _ data: Pointer?) -> gboolean {
    1
  }

  private func menuRequested(
    _ object: Pointer?, _ menu: OpaquePointer?, _ result: OpaquePointer?, _ data: Pointer?
  ) -> gboolean {
    LoopThread.run((object, menu)) { object, menu in
      let settings = webkit_web_view_get_settings(doorward_web_view(object))
      EditingMenu.restrict(menu, inspects: webkit_settings_get_enable_developer_extras(settings) != 0)
    }
    return webkit_context_menu_get_n_items(menu) == 0 ? 1 : 0
  }

  /// The context menu, restricted to cut, copy, paste, delete and select all. An app's pages must not offer
  /// navigation, reload, download or source view.
  @MainActor enum EditingMenu {
    private static let allowed: Set<UInt32> = Set(
      [
        WEBKIT_CONTEXT_MENU_ACTION_CUT, WEBKIT_CONTEXT_MENU_ACTION_COPY, WEBKIT_CONTEXT_MENU_ACTION_PASTE,
        WEBKIT_CONTEXT_MENU_ACTION_DELETE, WEBKIT_CONTEXT_MENU_ACTION_SELECT_ALL,
      ].map(\.rawValue))

    /// Removes all other entries from a menu. If `inspects` is true, the web inspector's entry remains.
    static func restrict(_ menu: OpaquePointer?, inspects: Bool) {
      let allowed = inspects ? allowed.union([WEBKIT_CONTEXT_MENU_ACTION_INSPECT_ELEMENT.rawValue]) : allowed
      let items = (0..<webkit_context_menu_get_n_items(menu)).compactMap {
        webkit_context_menu_get_item_at_position(menu, $0)
      }
      for item in items where !allowed.contains(webkit_context_menu_item_get_stock_action(item).rawValue) {
        webkit_context_menu_remove(menu, item)
      }
    }
  }
#endif
