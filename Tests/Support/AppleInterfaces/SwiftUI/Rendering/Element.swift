/// A part of the drawn tree: what assistive technology and a test see.
package struct Element {
  /// The kind of control, text or group.
  package var kind: String
  /// The text that is shown, or that assistive technology reads instead.
  package var label = ""
  package var identifier: String?
  package var hint: String?
  package var value: String?
  package var traits: Set<String> = []
  /// The content type, the keyboard and others.
  package var notes: [String] = []
  package var isEnabled = true
  /// The direction of the place.
  package var isRightToLeft = false
  package var isHidden = false
  /// Whether other elements are inside that the user reaches one by one.
  package var isGroup = false
  package var children: [Element] = []

  var press: (() -> Void)?
  var text: Binding<String>?
  var submits: [() -> Void] = []
  var focus: (() -> Void)?
  /// Moves a slider: a share of its range.
  var slide: ((Double) -> Void)?
  var keyPress: ((KeyPress) -> KeyPress.Result)?
  var scroll: ((Edge) -> Void)?
  package var isFocused = false
  /// Dismisses a presentation.
  var dismiss: (() -> Void)?
  var keepsOpen = false
  var tag: AnyHashable?

  init(kind: String, label: String = "") {
    self.kind = kind
    self.label = label
  }

  package var isControl: Bool { press != nil || text != nil || slide != nil }

  /// Every element in reading order, this one first.
  package var all: [Element] { [self] + children.flatMap(\.all) }

  /// A line for each element.
  package func lines(indent: String = "") -> [String] {
    guard !isHidden else { return [] }
    var line = indent + kind
    if !label.isEmpty { line += " \"\(label)\"" }
    if let identifier { line += " #\(identifier)" }
    if let value { line += " value=\"\(value)\"" }
    for trait in traits.sorted() { line += " \(trait)" }
    for note in notes { line += " \(note)" }
    if keepsOpen { line += " stays-open" }
    if !isEnabled { line += " disabled" }
    if isFocused { line += " focused" }
    if let hint { line += " hint=\"\(hint)\"" }
    return [line] + children.flatMap { $0.lines(indent: indent + "  ") }
  }

  /// The mistakes of the element that a user of assistive technology would notice.
  package var mistakes: [String] {
    guard !isHidden else { return [] }
    var found: [String] = []
    let name = "\(kind) \(identifier ?? "\"\(label)\"")"
    if isControl, label.isEmpty { found.append("\(name) has no label") }
    if isControl, identifier == nil, kind != "Option" { found.append("\(name) has no identifier") }
    if kind == "Image", !traits.contains("labeled") {
      found.append("\(name) is an image without a label that is not hidden")
    }
    if kind == "Progress", label.isEmpty { found.append("\(name) has no label") }
    return found + children.flatMap(\.mistakes)
  }
}

extension [Element] {
  /// The views that one view presents at once. A view controller presents one at a time, so the user would not see the others.
  /// A view that is presented can present another one.
  // https://developer.apple.com/documentation/uikit/uiviewcontroller/presentedviewcontroller
  var presentedTogether: [String] {
    let presented = presentations
    let mistake =
      presented.count > 1
      ? ["one view presents \(presented.map(\.kind).joined(separator: " and ")) at once"] : []
    return mistake + presented.flatMap(\.children.presentedTogether)
  }

  private var presentations: [Element] {
    flatMap { $0.dismiss == nil ? $0.children.presentations : [$0] }
  }

  /// The text that assistive technology reads for elements that are one.
  var combinedLabel: String {
    filter { !$0.isHidden }.map { $0.label.isEmpty ? $0.children.combinedLabel : $0.label }
      .filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
