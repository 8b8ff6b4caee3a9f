#if os(Linux)
  internal import CDoorwardWebKitGTK

  /// The menu at the pointer: text can be cut, copied and pasted. To go back, to reload, to download and to
  /// look behind the page is not for pages that belong to an app.
  @MainActor enum EditingMenu {
    private static let kept: Set<UInt32> = Set(
      [
        WEBKIT_CONTEXT_MENU_ACTION_CUT, WEBKIT_CONTEXT_MENU_ACTION_COPY, WEBKIT_CONTEXT_MENU_ACTION_PASTE,
        WEBKIT_CONTEXT_MENU_ACTION_DELETE, WEBKIT_CONTEXT_MENU_ACTION_SELECT_ALL,
      ].map(\.rawValue))

    /// Takes the other entries out of a menu; `inspects` leaves that of the web inspector.
    static func keepOnlyEditing(_ menu: OpaquePointer?, inspects: Bool) {
      let kept = inspects ? kept.union([WEBKIT_CONTEXT_MENU_ACTION_INSPECT_ELEMENT.rawValue]) : kept
      let items = (0..<webkit_context_menu_get_n_items(menu)).compactMap {
        webkit_context_menu_get_item_at_position(menu, $0)
      }
      for item in items where !kept.contains(webkit_context_menu_item_get_stock_action(item).rawValue) {
        webkit_context_menu_remove(menu, item)
      }
    }
  }
#endif
