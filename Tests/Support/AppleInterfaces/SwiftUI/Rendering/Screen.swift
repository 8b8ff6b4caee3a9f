import Foundation

/// The window of a view in a test: draws it, and does what a user does.
@MainActor package final class Screen {
  private var root: Node?
  /// Counts how often a place was evaluated.
  var evaluations = 0
  private var afterUpdate: [() -> Void] = []
  private var environment: EnvironmentValues
  private var draw: () -> Void = {}
  /// The URL handlers of the views.
  var openers: [ObjectIdentifier: (URL) -> Void] = [:]
  /// The animations and lines of the views, which are not elements.
  var looks: [ObjectIdentifier: Look] = [:]
  /// The images that the system has loaded, by their addresses.
  package var images: [String: AsyncImagePhase] = [:]
  /// The texts of the files that the user has saved, by their names.
  package internal(set) var savedFiles: [String: String] = [:]
  /// How long a test waits: longer than each test needs, and less for a test that should fail.
  private let longestWait = Duration.seconds(
    ProcessInfo.processInfo.environment["LONGEST_WAIT"].flatMap(Int.init) ?? 40)

  /// Shows a view.
  package init<V: View>(_ view: V, _ change: (inout EnvironmentValues) -> Void = { _ in }) {
    environment = EnvironmentValues()
    change(&environment)
    show(view)
  }

  /// Shows the first window of a scene.
  package init<S: Scene>(scene: S) {
    environment = EnvironmentValues()
    show(scene, environment)
  }

  func show<S: Scene>(_ scene: S, _ environment: EnvironmentValues) {
    if let window = scene as? any DrawableScene {
      window.draw(on: self, environment)
    } else {
      // The state of scenes is kept in the node of the first one.
      sceneState.link(scene)
      show(scene.body, environment)
    }
  }

  private lazy var sceneState = Node(Screen.self, in: self)

  func show<V: View>(window view: V, _ environment: EnvironmentValues) {
    self.environment = environment
    show(view)
  }

  /// Shows another value of the view, as if the view around it had been evaluated again.
  package func show<V: View>(_ view: V) {
    if let root, root.type != V.self { root.leave() }
    let node = root.flatMap { $0.type == V.self ? $0 : nil } ?? Node(V.self, in: self)
    root = node
    draw = { [unowned self, unowned node] in node.update(view, self.environment) }
    draw()
    update()
  }

  /// Removes the view.
  package func close() {
    root?.leave()
    root = nil
    draw = {}
    update()
  }

  /// Evaluates every place whose values have changed, until nothing changes.
  ///
  /// - Returns: Whether something has changed.
  @discardableResult package func update() -> Bool {
    var hasChanged = false
    for _ in 0..<1000 {
      while root?.updateChanged() == true { hasChanged = true }
      if hasChanged { root?.forgetElements() }
      guard !afterUpdate.isEmpty else { return hasChanged }
      let actions = afterUpdate
      afterUpdate = []
      for action in actions { action() }
    }
    preconditionFailure("the views change each other without an end")
  }

  /// Does something when all views have been evaluated, as SwiftUI does with `onAppear` and `onChange`.
  func afterUpdate(_ action: @escaping () -> Void) { afterUpdate.append(action) }

  /// Waits until a condition holds. Tasks and other actors run meanwhile.
  ///
  /// - Returns: Whether it holds within a time that is long for every test.
  @discardableResult package func wait(until condition: () -> Bool) async -> Bool {
    let end = ContinuousClock.now + longestWait
    if condition() { return true }
    while ContinuousClock.now < end, !Task.isCancelled {
      // Other tests share the main actor, so the tree is not read again and again.
      for _ in 0..<10 where !update() { try? await Task.sleep(for: .milliseconds(2)) }
      if condition() { return true }
    }
    return false
  }

  // MARK: The shown elements

  package var elements: [Element] { root?.elements ?? [] }
  package var all: [Element] { elements.flatMap(\.all).filter { !$0.isHidden } }
  /// The tree of the shown elements.
  package var dump: String { elements.flatMap { $0.lines() }.joined(separator: "\n") + "\n" }
  package var mistakes: [String] {
    let ids = all.compactMap(\.identifier)
    let twice = Set(ids.filter { id in ids.count { $0 == id } > 1 })
    return elements.flatMap(\.mistakes) + elements.presentedTogether
      + twice.sorted().map { "two elements have the identifier \($0)" }
  }

  /// The number of places that draw an animation or a line.
  package func count(_ look: Look) -> Int { looks.values.count { $0 == look } }

  package func find(_ identifier: String) -> Element? { all.first { $0.identifier == identifier } }
  package func has(_ identifier: String) -> Bool { find(identifier) != nil }
  package func shows(_ text: String) -> Bool { all.contains { $0.label == text } }

  // MARK: The acts of the user

  /// The elements that the user can reach: those of the presentation in front.
  private var reachable: [Element] { front.flatMap(\.all).filter { !$0.isHidden } }
  private var front: [Element] {
    var front = elements
    while let presented = front.flatMap(\.all).last(where: { $0.dismiss != nil }) {
      front = presented.children
    }
    return front
  }

  /// Whether the user can press the control.
  package func canPress(_ identifier: String) -> Bool {
    reachable.contains { $0.identifier == identifier && $0.isEnabled && $0.press != nil }
  }

  /// Presses a button.
  ///
  /// - Returns: Whether there is one that can be pressed.
  @discardableResult package func press(_ identifier: String) -> Bool {
    guard
      let button = reachable.first(where: { $0.identifier == identifier && $0.isEnabled && $0.press != nil })
    else { return false }
    button.press?()
    update()
    return true
  }

  /// Presses a button with a label.
  @discardableResult package func press(labeled label: String) -> Bool {
    guard let button = reachable.first(where: { $0.label == label && $0.isEnabled && $0.press != nil }) else {
      return false
    }
    button.press?()
    update()
    return true
  }

  /// Types into a field, which gets the keyboard.
  @discardableResult package func type(_ text: String, into identifier: String) -> Bool {
    type(text) { $0.identifier == identifier }
  }

  /// Types into a field with a label, which gets the keyboard.
  @discardableResult package func type(_ text: String, labeled label: String) -> Bool {
    type(text) { $0.label == label }
  }

  private func type(_ text: String, where isMeant: (Element) -> Bool) -> Bool {
    guard let field = reachable.first(where: { $0.text != nil && isMeant($0) }), field.isEnabled else {
      return false
    }
    field.focus?()
    field.text?.wrappedValue = text
    update()
    return true
  }

  /// Moves a slider to a share of its range.
  @discardableResult package func slide(_ identifier: String, to share: Double) -> Bool {
    guard let slider = reachable.first(where: { $0.identifier == identifier && $0.isEnabled }),
      let slide = slider.slide
    else { return false }
    slide(share)
    update()
    return true
  }

  /// Presses a key of the keyboard at an element that can have the keyboard.
  ///
  /// - Returns: Whether the element handled the key.
  @discardableResult package func press(_ key: KeyEquivalent, at identifier: String) -> Bool {
    let element = reachable.first { $0.identifier == identifier && $0.notes.contains("focusable") }
    let isHandled = element?.keyPress?(KeyPress(key: key)) == .handled
    update()
    return isHandled
  }

  /// Scrolls an element by an assistive technology.
  @discardableResult package func scroll(_ identifier: String, to edge: Edge) -> Bool {
    guard let scroll = reachable.first(where: { $0.identifier == identifier })?.scroll else { return false }
    scroll(edge)
    update()
    return true
  }

  /// Presses the Return key in the field that has the keyboard, or the default button.
  @discardableResult package func pressReturn() -> Bool {
    if let field = reachable.first(where: { $0.isFocused && $0.text != nil && !$0.submits.isEmpty }) {
      for submit in field.submits { submit() }
    } else if let button = reachable.first(where: { $0.notes.contains("key=default") && $0.isEnabled }) {
      button.press?()
    } else {
      return false
    }
    update()
    return true
  }

  /// Presses the Escape key: the button with that key.
  @discardableResult package func pressEscape() -> Bool {
    guard let button = reachable.first(where: { $0.notes.contains("key=cancel") && $0.isEnabled }) else {
      return false
    }
    button.press?()
    update()
    return true
  }

  /// Swipes the sheet in front down. A sheet that stays open ignores that.
  @discardableResult package func swipeDown() -> Bool {
    guard let sheet = elements.flatMap(\.all).last(where: { $0.kind == "Sheet" }), !sheet.keepsOpen else {
      return false
    }
    sheet.dismiss?()
    update()
    return true
  }

  /// Opens a URL with the app.
  package func open(_ url: URL) { for opener in openers.values { opener(url) } }

  /// Changes a value of the environment of the window.
  package func change(_ change: (inout EnvironmentValues) -> Void) {
    change(&environment)
    draw()
    update()
  }
}
