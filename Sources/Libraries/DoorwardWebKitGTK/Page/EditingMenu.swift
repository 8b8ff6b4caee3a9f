#if os(Linux)
  internal import CDoorwardWebKitGTK

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
