/// Stand-in: what a modifier changes.
enum Change {
  /// The size, the color and the place: nothing that the tree shows.
  case look
  /// A part of the look that a test reads.
  case drawn(Look)
  case environment((inout EnvironmentValues) -> Void)
  case object(ObjectIdentifier, AnyObject?)
  case disabled(Bool)
  case identifier(String)
  case label(String)
  case hint(String)
  case value(String)
  case hidden(Bool)
  case traits(AccessibilityTraits)
  case children(AccessibilityChildBehavior)
  case note(String)
  case shortcut(KeyboardShortcut)
  case openURL((URL) -> Void)
  case keepsOpen(Bool)
  case title(String)
  case tag(AnyHashable)
  case keyPress((KeyPress) -> KeyPress.Result)
  case scroll((Edge) -> Void)
}

/// Stand-in: a part of the look of a view.
package enum Look: Hashable, Sendable {
  case animation
  case line(width: Double)
}

/// Stand-in: the result of a modifier.
nonisolated struct ChangedView<Content: View>: PrimitiveView {
  let content: Content
  let change: Change
}
/// Stand-in: the result of a modifier that gives a view another identity.
nonisolated struct IdentifiedView<Content: View>: PrimitiveView {
  let content: Content
  let id: AnyHashable
}
/// Stand-in: the result of a modifier with another view.
nonisolated struct LayeredView<Content: View, Layer: View>: PrimitiveView {
  let content: Content
  let layer: Layer
}
/// Stand-in: a view with a toolbar.
nonisolated struct ToolbarView<Content: View, Items: ToolbarContent>: PrimitiveView {
  let content: Content
  let items: Items
}
extension View {
  // Stand-in: a modifier.
  nonisolated func changed(_ change: Change) -> ChangedView<Self> {
    ChangedView(content: self, change: change)
  }
}

extension View {
  // https://developer.apple.com/documentation/swiftui/view/id(_:)
  nonisolated public func id<ID: Hashable>(_ id: ID) -> some View {
    IdentifiedView(content: self, id: AnyHashable(id))
  }
  // https://developer.apple.com/documentation/swiftui/view/disabled(_:)
  nonisolated public func disabled(_ disabled: Bool) -> some View { changed(.disabled(disabled)) }
  // https://developer.apple.com/documentation/swiftui/view/tag(_:)
  nonisolated public func tag<V: Hashable>(_ tag: V) -> some View { changed(.tag(AnyHashable(tag))) }
  // https://developer.apple.com/documentation/swiftui/view/navigationtitle(_:)
  nonisolated public func navigationTitle(_ titleKey: LocalizedStringKey) -> some View {
    changed(.title(titleKey.text))
  }
  // https://developer.apple.com/documentation/swiftui/view/navigationtitle(_:)
  @_disfavoredOverload nonisolated public func navigationTitle<S: StringProtocol>(_ title: S) -> some View {
    changed(.title(String(title)))
  }
  // https://developer.apple.com/documentation/swiftui/view/toolbar(content:)
  nonisolated public func toolbar<Content: ToolbarContent>(
    @ToolbarContentBuilder content: () -> Content
  ) -> some View { ToolbarView(content: self, items: content()) }
  // https://developer.apple.com/documentation/swiftui/view/environment(_:)
  @available(macOS 14.0, iOS 17.0, *)
  nonisolated public func environment<T: AnyObject & Observable>(_ object: T?) -> some View {
    changed(.object(ObjectIdentifier(T.self), object))
  }
  // https://developer.apple.com/documentation/swiftui/view/environmentobject(_:)
  nonisolated public func environmentObject<T: ObservableObject>(_ object: T) -> some View {
    changed(.environment { $0.observedObjects[ObjectIdentifier(T.self)] = object })
  }
  // https://developer.apple.com/documentation/swiftui/view/background(alignment:content:)
  @available(macOS 12.0, iOS 15.0, *)
  nonisolated public func background<V: View>(
    alignment: Alignment = .center, @ViewBuilder content: () -> V
  ) -> some View { LayeredView(content: self, layer: content()) }
  // https://developer.apple.com/documentation/swiftui/view/overlay(alignment:content:)
  @available(macOS 12.0, iOS 15.0, *)
  nonisolated public func overlay<V: View>(
    alignment: Alignment = .center, @ViewBuilder content: () -> V
  ) -> some View { LayeredView(content: self, layer: content()) }
}

// https://developer.apple.com/documentation/swiftui/keyboardshortcut
public struct KeyboardShortcut: Sendable {
  let name: String
  // https://developer.apple.com/documentation/swiftui/keyboardshortcut/cancelaction
  public static let cancelAction = KeyboardShortcut(name: "cancel")
  // https://developer.apple.com/documentation/swiftui/keyboardshortcut/defaultaction
  public static let defaultAction = KeyboardShortcut(name: "default")
}
extension View {
  // https://developer.apple.com/documentation/swiftui/view/keyboardshortcut(_:)
  nonisolated public func keyboardShortcut(_ shortcut: KeyboardShortcut) -> some View {
    changed(.shortcut(shortcut))
  }
  // https://developer.apple.com/documentation/swiftui/view/keyboardshortcut(_:)
  @available(macOS 12.3, iOS 15.4, *)
  nonisolated public func keyboardShortcut(_ shortcut: KeyboardShortcut?) -> some View {
    changed(shortcut.map { .shortcut($0) } ?? .look)
  }
}
