/// The value that a modifier keeps between two updates.
final class Memory<Value> {
  var value: Value
  init(_ value: Value) { self.value = value }
}
extension Node {
  func memory<Value>(_ initial: Value) -> Memory<Value> {
    if let kept = storage[-1] as? Memory<Value> { return kept }
    let memory = Memory(initial)
    storage[-1] = memory
    return memory
  }
}

extension AppearingView: Drawable {
  @MainActor func draw(in node: Node) {
    node.place(content, at: "content", node.environment)
    let isNew = node.storage[-1] == nil
    let latest = node.memory((appear, disappear))
    latest.value = (appear, disappear)
    guard isNew else { return }
    if let appear { node.screen.afterUpdate(appear) }
    node.appearance = (again: { latest.value.0?() }, gone: { latest.value.1?() })
  }
}

extension WorkingView: Drawable {
  @MainActor func draw(in node: Node) {
    node.place(content, at: "content", node.environment)
    let isNew = node.storage[-1] == nil
    let running = node.memory((id: id, action: action, task: Task<Void, Never>?.none))
    running.value.action = action
    guard isNew || running.value.id != id else { return }
    running.value.task?.cancel()
    running.value.id = id
    let start = { running.value.task = Task { [action = running.value.action] in await action() } }
    node.screen.afterUpdate(start)
    if isNew { node.appearance = (again: start, gone: { running.value.task?.cancel() }) }
  }
}

extension WatchingView: Drawable {
  @MainActor func draw(in node: Node) {
    node.place(content, at: "content", node.environment)
    let isNew = node.storage[-1] == nil
    let seen = node.memory(value)
    let old = seen.value
    seen.value = value
    if isNew ? initial : old != value { node.screen.afterUpdate { action(old, value) } }
  }
}

extension PresentingView: Drawable {
  @MainActor func draw(in node: Node) {
    node.place(content, at: "content", node.environment)
    let isOpen = node.tracked { isPresented.wrappedValue }
    let wasOpen = node.memory(false)
    if isOpen {
      var environment = node.environment
      environment.presented = true
      environment.dismissing = { isPresented.wrappedValue = false }
      environment.submits = []
      node.place(node.tracked(presented), at: "presented", environment)
    } else if wasOpen.value, let onDismiss {
      // SwiftUI calls it after the animation. A presentation that disappears with its view does not call it here, because
      // Apple does not document that.
      node.screen.afterUpdate(onDismiss)
    }
    wasOpen.value = isOpen
    node.shape = { [unowned node] _ in
      guard isOpen else { return node.elements(at: "content") }
      var sheet = Element(kind: kind)
      sheet.children = node.elements(at: "presented")
      sheet.dismiss = { isPresented.wrappedValue = false }
      sheet.keepsOpen = sheet.children.contains { $0.kind == "StaysOpen" }
      return node.elements(at: "content") + [sheet]
    }
  }
}

extension AlertingView: Drawable {
  @MainActor func draw(in node: Node) {
    node.place(content, at: "content", node.environment)
    let isOpen = node.tracked { isPresented.wrappedValue }
    if isOpen {
      node.place(message, at: "message", node.environment)
      node.place(actions, at: "actions", node.environment)
    }
    node.shape = { [unowned node] _ in
      guard isOpen else { return node.elements(at: "content") }
      var alert = Element(kind: kind, label: title)
      alert.children = node.elements(at: "message") + node.elements(at: "actions").map { closing($0) }
      alert.dismiss = { isPresented.wrappedValue = false }
      return node.elements(at: "content") + [alert]
    }
  }

  /// Every button of an alert closes it.
  @MainActor private func closing(_ button: Element) -> Element {
    var button = button
    let press = button.press
    button.press = {
      isPresented.wrappedValue = false
      press?()
    }
    return button
  }
}
