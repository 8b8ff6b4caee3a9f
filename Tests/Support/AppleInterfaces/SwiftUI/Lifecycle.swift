/// Stand-in: a view that does something when it appears or disappears.
nonisolated struct AppearingView<Content: View>: PrimitiveView {
  let content: Content
  let appear: (() -> Void)?
  let disappear: (() -> Void)?
}
/// Stand-in: a view with a task.
nonisolated struct WorkingView<Content: View>: PrimitiveView {
  let content: Content
  let id: AnyHashable
  let action: @Sendable () async -> Void
}
/// Stand-in: a view that watches a value.
nonisolated struct WatchingView<Content: View, Value: Equatable>: PrimitiveView {
  let content: Content
  let value: Value
  let initial: Bool
  let action: (Value, Value) -> Void
}

extension View {
  // https://developer.apple.com/documentation/swiftui/view/onappear(perform:)
  nonisolated public func onAppear(perform action: (() -> Void)? = nil) -> some View {
    AppearingView(content: self, appear: action, disappear: nil)
  }
  // https://developer.apple.com/documentation/swiftui/view/ondisappear(perform:)
  nonisolated public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
    AppearingView(content: self, appear: nil, disappear: action)
  }
  // https://developer.apple.com/documentation/swiftui/view/onchange(of:initial:_:)-8wgw9
  @available(macOS 14.0, iOS 17.0, *)
  nonisolated public func onChange<V: Equatable>(
    of value: V, initial: Bool = false, _ action: @escaping () -> Void
  ) -> some View { WatchingView(content: self, value: value, initial: initial) { _, _ in action() } }
  // https://developer.apple.com/documentation/swiftui/view/onchange(of:initial:_:)-4psgg
  @available(macOS 14.0, iOS 17.0, *)
  nonisolated public func onChange<V: Equatable>(
    of value: V, initial: Bool = false, _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
  ) -> some View { WatchingView(content: self, value: value, initial: initial, action: action) }
  // https://developer.apple.com/documentation/swiftui/view/task(priority:_:)
  nonisolated public func task(
    priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View { WorkingView(content: self, id: 0, action: action) }
  // https://developer.apple.com/documentation/swiftui/view/task(id:priority:_:)
  nonisolated public func task<T: Equatable>(
    id value: T, priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View { WorkingView(content: self, id: AnyHashable(Compared(value)), action: action) }
}

/// Stand-in: a value that can only be compared, as a value that can be hashed.
struct Compared<Value: Equatable>: Hashable {
  let value: Value

  init(_ value: Value) { self.value = value }
  func hash(into hasher: inout Hasher) {}
}
