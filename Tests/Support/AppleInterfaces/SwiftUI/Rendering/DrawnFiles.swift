import Foundation

extension ExportingView: Drawable {
  @MainActor func draw(in node: Node) {
    node.place(content, at: "content", node.environment)
    let isOpen = node.tracked { isPresented.wrappedValue }
    node.shape = { [unowned node] _ in
      guard isOpen, let document else { return node.elements(at: "content") }
      var panel = Element(kind: "SavePanel", label: name ?? "")
      panel.dismiss = { isPresented.wrappedValue = false }
      var save = Element(kind: "Button", label: "Save")
      save.identifier = "panel.save"
      save.press = {
        let file = try? document.fileWrapper(configuration: FileDocumentWriteConfiguration())
        node.screen.savedFiles[name ?? ""] = file.map { String(decoding: $0.contents, as: UTF8.self) }
        isPresented.wrappedValue = false
        completion(.success(URL(fileURLWithPath: "/saved")))
      }
      panel.children = [save]
      return node.elements(at: "content") + [panel]
    }
  }
}
