extension Text: Drawable {
  @MainActor func draw(in node: Node) {
    let isRightToLeft = node.environment.layoutDirection == .rightToLeft
    node.shape = { _ in
      var element = Element(kind: "Text", label: text)
      element.isRightToLeft = isRightToLeft
      return [element]
    }
  }
}
extension Image: Drawable {
  // Assistive technology reads the name of a symbol that has no label.
  @MainActor func draw(in node: Node) { node.shape = { _ in [Element(kind: "Image", label: name)] } }
}
extension Label: Drawable {
  @MainActor func draw(in node: Node) {
    node.place(icon, at: "icon", node.environment)
    node.place(title, at: "title", node.environment)
  }
}
extension ProgressView: Drawable {
  @MainActor func draw(in node: Node) {
    node.shape = { _ in [Element(kind: "Progress", label: label ?? "")] }
  }
}
extension AsyncImage: Drawable {
  @MainActor func draw(in node: Node) {
    let phase = url.flatMap { node.screen.images[$0.absoluteString] } ?? .empty
    node.place(node.tracked { content(phase) }, at: "content", node.environment)
  }
}

extension Button: Drawable {
  @MainActor func draw(in node: Node) {
    node.place(label, at: "label", node.environment)
    node.shape = { parts in
      var button = Element(kind: "Button", label: parts.combinedLabel)
      button.isEnabled = node.environment.isEnabled
      button.press = { action() }
      button.traits = parts.reduce(into: []) { $0.formUnion($1.traits) }
      if let role { button.notes.append("role=\(role.name)") }
      return [button]
    }
  }
}
extension Menu: Drawable {
  @MainActor func draw(in node: Node) {
    node.place(label, at: "label", node.environment)
    node.place(content, at: "content", node.environment)
    node.shape = { [unowned node] _ in
      var menu = Element(kind: "Menu", label: node.elements(at: "label").combinedLabel)
      menu.isEnabled = node.environment.isEnabled
      menu.press = {}
      menu.children = node.elements(at: "content")
      return [menu]
    }
  }
}
extension Picker: Drawable {
  @MainActor func draw(in node: Node) {
    node.place(label, at: "label", node.environment)
    node.place(content, at: "content", node.environment)
    let selected = node.tracked { selection.wrappedValue }
    node.shape = { [unowned node] _ in
      var picker = Element(kind: "Picker", label: node.elements(at: "label").combinedLabel)
      picker.isEnabled = node.environment.isEnabled
      picker.press = {}
      picker.children = node.elements(at: "content").map { part in
        var option = Element(kind: "Option", label: part.label)
        if let tag = part.tag?.base as? SelectionValue {
          option.press = { selection.wrappedValue = tag }
          if tag == selected { option.traits = ["selected"] }
        }
        return option
      }
      return [picker]
    }
  }
}

extension Slider: Drawable {
  @MainActor func draw(in node: Node) {
    node.place(label, at: "label", node.environment)
    for (index, label) in valueLabels.enumerated() { node.place(label, at: index, node.environment) }
    let value = node.tracked { self.value.wrappedValue }
    let length = bounds.upperBound - bounds.lowerBound
    node.shape = { [unowned node] _ in
      var slider = Element(kind: "Slider", label: node.elements(at: "label").combinedLabel)
      slider.isEnabled = node.environment.isEnabled
      slider.value = "\(Int(((value - bounds.lowerBound) / length * 100).rounded())) %"
      slider.slide = { self.value.wrappedValue = bounds.lowerBound + $0 * length }
      slider.children = valueLabels.indices.flatMap { node.elements(at: $0) }
      return [slider]
    }
  }
}

extension Node {
  /// Draws a field.
  func drawField(_ kind: String, _ label: String, _ text: Binding<String>) {
    let typed = tracked { text.wrappedValue }
    shape = { [unowned self] _ in
      var field = Element(kind: kind, label: label)
      field.isEnabled = environment.isEnabled
      field.text = text
      field.isRightToLeft = environment.layoutDirection == .rightToLeft
      field.submits = environment.submits
      // Assistive technology reads dots.
      field.value = typed.isEmpty ? nil : kind == "SecureField" ? "•" : typed
      return [field]
    }
  }
}
extension TextField: Drawable {
  @MainActor func draw(in node: Node) { node.drawField("TextField", label, text) }
}
extension SecureField: Drawable {
  @MainActor func draw(in node: Node) { node.drawField("SecureField", label, text) }
}
extension TextEditor: Drawable {
  @MainActor func draw(in node: Node) { node.drawField("TextEditor", "", text) }
}

extension ToolbarView: Drawable {
  @MainActor func draw(in node: Node) {
    place(items, "toolbar", node)
    node.place(content, at: "content", node.environment)
    node.shape = { [unowned node] _ in
      var toolbar = Element(kind: "Toolbar")
      for key in node.order where key != AnyHashable("content") { toolbar.children += node.elements(at: key) }
      return (toolbar.children.isEmpty ? [] : [toolbar]) + node.elements(at: "content")
    }
  }

  @MainActor private func place(_ items: any ToolbarContent, _ key: String, _ node: Node) {
    if let group = items as? ToolbarGroup {
      for (index, item) in group.items.enumerated() { place(item, "\(key).\(index)", node) }
    } else if let item = items as? any PlacedItem {
      node.place(any: item.view, at: AnyHashable(key), node.environment)
    } else {
      func open<Inner: ToolbarContent>(_ items: Inner) {
        place(node.tracked { items.body }, "\(key).body", node)
      }
      open(items)
    }
  }
}
@MainActor protocol PlacedItem { var view: any View { get } }
extension ToolbarItem: PlacedItem { var view: any View { content } }
