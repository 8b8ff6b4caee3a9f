import Foundation

/// A place in the tree of views. Its state is kept while the same type of view is in the place.
///
/// SwiftUI's rules that this follows: the identity of a view is its place and its type, or its `id(_:)`; a branch of a
/// condition is another place; a body is evaluated again if a value that it read has changed, or if the view around it was
/// evaluated again.
@MainActor final class Node {
  /// Whether a value that the place has read has changed.
  final class Mark: @unchecked Sendable {
    private let lock = NSLock()
    private var isSet = false

    func set() { lock.withLock { isSet = true } }
    func take() -> Bool {
      lock.withLock {
        defer { isSet = false }
        return isSet
      }
    }
  }

  let screen: Screen
  let type: Any.Type
  var environment = EnvironmentValues()
  /// The branches of the members that a modifier is applied to.
  private var branches: String?
  /// Makes the elements of the place from those of its children.
  var shape: ([Element]) -> [Element] = { $0 }
  /// The storage of the properties of a view, and of a modifier that remembers something.
  var storage: [Int: AnyObject] = [:]
  var whenLeaving: [() -> Void] = []
  /// The actions of the view: when it appears again, and when it disappears.
  var appearance: (again: () -> Void, gone: () -> Void)?
  /// Whether the view is covered, so that it does not disappear once more when it is removed.
  private var hasDisappeared = false
  private(set) var order: [AnyHashable] = []
  private(set) var children: [AnyHashable: Node] = [:]
  private var mark = Mark()
  private var kept: (evaluations: Int, elements: [Element])?
  private var again: () -> Void = {}

  init(_ type: Any.Type, in screen: Screen) {
    self.type = type
    self.screen = screen
  }

  /// Evaluates a view in this place.
  func update<V: View>(_ view: V, _ environment: EnvironmentValues) {
    self.environment = environment
    screen.evaluations += 1
    again = { [unowned self] in update(view, environment) }
    shape = { $0 }
    order = []
    mark = Mark()
    if let view = view as? any Drawable {
      view.draw(in: self)
    } else if view is any Shape {
      // Assistive technology does not see shapes.
    } else if V.Body.self == Never.self {
      // A view of UIKit or AppKit.
      shape = { _ in [Element(kind: String(describing: V.self))] }
    } else {
      link(view)
      let body = tracked { view.body }
      place(body, at: "body", environment)
    }
    for key in children.keys where !order.contains(key) { children.removeValue(forKey: key)?.leave() }
  }

  /// Evaluates a part of a view. A later change of a value that it reads evaluates the place again.
  func tracked<Result>(_ read: () -> Result) -> Result {
    let mark = mark
    return withObservationTracking(read) { mark.set() }
  }

  /// Puts a view into a place inside of this one.
  func place<V: View>(_ view: V, at key: AnyHashable, _ environment: EnvironmentValues) {
    precondition(!order.contains(key), "two views have the id \(key)")
    order.append(key)
    let branches = (view as? any HasMembers)?.branches
    if let child = children[key], child.type == V.self, child.branches == branches {
      child.update(view, environment)
      return
    }
    children[key]?.leave()
    let child = Node(V.self, in: screen)
    child.branches = branches
    children[key] = child
    child.update(view, environment)
  }

  func place(any view: any View, at key: AnyHashable, _ environment: EnvironmentValues) {
    func open<V: View>(_ view: V) { place(view, at: key, environment) }
    open(view)
  }

  /// Evaluates the places again whose values have changed.
  ///
  /// - Returns: Whether there was one.
  func updateChanged() -> Bool {
    if mark.take() {
      again()
      return true
    }
    var hasChanged = false
    for key in order { if children[key]?.updateChanged() == true { hasChanged = true } }
    return hasChanged
  }

  /// Another view covers this one. Its state is kept.
  func disappear() {
    for key in order { children[key]?.disappear() }
    guard !hasDisappeared else { return }
    hasDisappeared = true
    appearance?.gone()
  }

  func appearAgain() {
    for key in order { children[key]?.appearAgain() }
    hasDisappeared = false
    appearance?.again()
  }

  func leave() {
    kept = nil
    screen.evaluations += 1
    for key in order { children[key]?.leave() }
    if !hasDisappeared { appearance?.gone() }
    for leaving in whenLeaving { leaving() }
    // Releases the state, as SwiftUI does.
    appearance = nil
    whenLeaving = []
    storage = [:]
    children = [:]
    order = []
    shape = { $0 }
    again = {}
  }

  /// The elements of the place. They are kept until a place is evaluated again.
  var elements: [Element] {
    if let kept, kept.evaluations == screen.evaluations { return kept.elements }
    let elements = shape(order.flatMap { children[$0]?.elements ?? [] })
    kept = (screen.evaluations, elements)
    return elements
  }

  /// Forgets the elements, which retain the state of views.
  func forgetElements() {
    kept = nil
    for child in children.values { child.forgetElements() }
  }

  /// The elements of one child.
  func elements(at key: AnyHashable) -> [Element] { children[key]?.elements ?? [] }

  /// Connects the properties of a view with their storage.
  func link(_ view: Any) {
    for (index, property) in Mirror(reflecting: view).children.enumerated() {
      (property.value as? any LinkedProperty)?.link(to: self, at: index)
    }
  }
}

/// A view or modifier of SwiftUI's own.
protocol Drawable { @MainActor func draw(in node: Node) }

/// A property with storage in a place.
@MainActor protocol LinkedProperty { func link(to node: Node, at index: Int) }

extension Slot {
  @MainActor func link(to node: Node, at index: Int) {
    let location = node.storage[index] as? Location<Value> ?? Location(initial)
    node.storage[index] = location
    self.location = location
  }
}
extension State: LinkedProperty {
  func link(to node: Node, at index: Int) { slot.link(to: node, at: index) }
}
extension FocusState: LinkedProperty {
  func link(to node: Node, at index: Int) { slot.link(to: node, at: index) }
}
extension Environment: LinkedProperty {
  func link(to node: Node, at index: Int) { reading.values = node.environment }
}
extension EnvironmentObject: LinkedProperty {
  func link(to node: Node, at index: Int) { reading.values = node.environment }
}
