// Views that arrange other views. The tree shows the views in them in their order.

extension TupleView: Drawable {
  @MainActor func draw(in node: Node) {
    for (index, part) in parts.enumerated() { node.place(any: part, at: index, node.environment) }
  }
}
extension _ConditionalContent: Drawable {
  @MainActor func draw(in node: Node) {
    switch branch {
    case .first(let view): node.place(view, at: "first", node.environment)
    case .second(let view): node.place(view, at: "second", node.environment)
    }
  }
}
extension Optional: Drawable where Wrapped: View {
  @MainActor func draw(in node: Node) { if let self { node.place(self, at: "some", node.environment) } }
}
extension EmptyView: Drawable { @MainActor func draw(in node: Node) {} }
extension AnyView: Drawable {
  @MainActor func draw(in node: Node) { node.place(any: view, at: "view", node.environment) }
}
extension Group: Drawable where Content: View {
  @MainActor func draw(in node: Node) { node.place(content, at: "content", node.environment) }
}
extension VStack: Drawable {
  @MainActor func draw(in node: Node) { node.place(content, at: "content", node.environment) }
}
extension HStack: Drawable {
  @MainActor func draw(in node: Node) { node.place(content, at: "content", node.environment) }
}
extension ZStack: Drawable {
  @MainActor func draw(in node: Node) { node.place(content, at: "content", node.environment) }
}
extension Spacer: Drawable { @MainActor func draw(in node: Node) {} }
extension Divider: Drawable { @MainActor func draw(in node: Node) {} }
extension Color: Drawable { @MainActor func draw(in node: Node) {} }
extension ScrollView: Drawable {
  @MainActor func draw(in node: Node) { node.place(content, at: "content", node.environment) }
}
extension List: Drawable {
  @MainActor func draw(in node: Node) { node.place(content, at: "content", node.environment) }
}
extension Form: Drawable {
  @MainActor func draw(in node: Node) { node.place(content, at: "content", node.environment) }
}
#if canImport(UIKit)
  extension NavigationView: Drawable {
    @MainActor func draw(in node: Node) { node.place(content, at: "content", node.environment) }
  }
#endif
extension NavigationStack: Drawable {
  @MainActor func draw(in node: Node) { node.place(root, at: "root", node.environment) }
}
extension Section: Drawable where Parent: View, Content: View, Footer: View {
  @MainActor func draw(in node: Node) {
    node.place(header, at: "header", node.environment)
    node.place(content, at: "content", node.environment)
    node.place(footer, at: "footer", node.environment)
    node.shape = {
      var section = Element(kind: "Section")
      section.children = $0
      return [section]
    }
  }
}
extension ForEach: Drawable where Content: View {
  @MainActor func draw(in node: Node) {
    for element in data {
      node.place(node.tracked { content(element) }, at: AnyHashable(id(element)), node.environment)
    }
  }
}
extension LayeredView: Drawable {
  @MainActor func draw(in node: Node) {
    node.place(content, at: "content", node.environment)
    node.place(layer, at: "layer", node.environment)
  }
}
extension IdentifiedView: Drawable {
  @MainActor func draw(in node: Node) { node.place(content, at: id, node.environment) }
}
extension ModifiedContent: Drawable where Content: View, Modifier: ViewModifier {
  @MainActor func draw(in node: Node) {
    node.link(modifier)
    let body = node.tracked { modifier.body(content: _ViewModifier_Content(content: content)) }
    node.place(body, at: "body", node.environment)
  }
}
extension _ViewModifier_Content: Drawable {
  @MainActor func draw(in node: Node) { node.place(any: content, at: "content", node.environment) }
}
