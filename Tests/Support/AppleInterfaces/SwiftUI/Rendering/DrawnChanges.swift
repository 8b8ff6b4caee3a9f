extension ChangedView: Drawable {
  @MainActor func draw(in node: Node) {
    var environment = node.environment
    switch change {
    case .environment(let set): set(&environment)
    case .object(let type, let object): environment.objects[type] = object
    case .disabled(let isDisabled): if isDisabled { environment.isEnabled = false }
    case .openURL(let open): node.screen.openers[ObjectIdentifier(node)] = open
    default: break
    }
    let (id, screen) = (ObjectIdentifier(node), node.screen)
    if case .drawn(let look) = change { screen.looks[id] = look } else { screen.looks[id] = nil }
    if node.whenLeaving.isEmpty {
      node.whenLeaving.append { (screen.openers[id], screen.looks[id]) = (nil, nil) }
    }
    node.place(content, at: "content", environment)
    node.shape = { [change] parts in change.applied(to: parts) }
  }
}

extension Change {
  /// Changes drawn elements. A change of a view without an element of its own is a change of each element in it.
  fileprivate func applied(to parts: [Element]) -> [Element] {
    switch self {
    case .look, .drawn, .environment, .object, .disabled, .openURL: return parts
    case .children(let behavior): return [behavior.element(of: parts)]
    case .title(let title): return [Element(kind: "Title", label: title)] + parts
    case .keepsOpen(let isKept):
      guard isKept else { return parts }
      var marker = Element(kind: "StaysOpen")
      marker.isHidden = true
      return parts + [marker]
    default: return parts.map(changed)
    }
  }

  private func changed(_ part: Element) -> Element {
    var part = part
    switch self {
    case .identifier(let identifier): part.identifier = identifier
    case .label(let label):
      part.label = label
      if part.kind == "Image" { part.traits.insert("labeled") }
    case .hint(let hint): part.hint = hint.isEmpty ? nil : hint
    case .value(let value): part.value = value.isEmpty ? nil : value
    case .hidden(let isHidden): if isHidden { part.isHidden = true }
    case .traits(let traits): part.traits.formUnion(traits.names)
    case .shortcut(let shortcut): part.notes.append("key=\(shortcut.name)")
    case .tag(let tag): part.tag = tag
    case .keyPress(let action): part.keyPress = action
    case .scroll(let action): part.scroll = action
    case .note(let note):
      // The content type of a field is that of the modifier nearest to it.
      let key = note.prefix { $0 != "=" }
      if !part.notes.contains(where: { $0.prefix { $0 != "=" } == key }) { part.notes.append(note) }
    default: break
    }
    return part
  }
}

extension AccessibilityChildBehavior {
  fileprivate func element(of parts: [Element]) -> Element {
    switch self {
    case .contain:
      var group = Element(kind: "Group")
      group.isGroup = true
      group.children = parts
      return group
    case .combine:
      var one = Element(kind: "Combined", label: parts.combinedLabel)
      one.traits = parts.filter { !$0.isHidden }.reduce(into: []) { $0.formUnion($1.traits) }
      return one
    default: return Element(kind: "Element")
    }
  }
}

extension FocusedView: Drawable {
  @MainActor func draw(in node: Node) {
    node.place(content, at: "content", node.environment)
    let isFocused = node.tracked { binding.wrappedValue } == value
    node.shape = { parts in
      parts.map { part in
        guard part.isControl else { return part }
        var part = part
        part.focus = { binding.wrappedValue = value }
        part.isFocused = isFocused
        return part
      }
    }
  }
}
extension SubmittingView: Drawable {
  @MainActor func draw(in node: Node) {
    var environment = node.environment
    // The actions of the inner modifiers come first.
    environment.submits.insert(action, at: 0)
    node.place(content, at: "content", environment)
  }
}
