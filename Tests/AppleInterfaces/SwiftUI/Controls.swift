// https://developer.apple.com/documentation/swiftui/buttonrole
public struct ButtonRole: Equatable, Sendable {
  // https://developer.apple.com/documentation/swiftui/buttonrole/cancel
  public static let cancel = ButtonRole()
  // https://developer.apple.com/documentation/swiftui/buttonrole/destructive
  public static let destructive = ButtonRole()
}

// https://developer.apple.com/documentation/swiftui/button
public struct Button<Label: View>: PrimitiveView {
  // https://developer.apple.com/documentation/swiftui/button/init(action:label:)
  nonisolated public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {}
}
extension Button where Label == Text {
  // https://developer.apple.com/documentation/swiftui/button/init(_:action:)
  nonisolated public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {}
  // https://developer.apple.com/documentation/swiftui/button/init(_:role:action:)
  nonisolated public init(
    _ titleKey: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void
  ) {}
}

// https://developer.apple.com/documentation/swiftui/textfield
public struct TextField<Label: View>: PrimitiveView {}
extension TextField where Label == Text {
  // https://developer.apple.com/documentation/swiftui/textfield/init(_:text:)
  nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>) {}
}

// https://developer.apple.com/documentation/swiftui/texteditor
public struct TextEditor: PrimitiveView {
  // https://developer.apple.com/documentation/swiftui/texteditor/init(text:)
  nonisolated public init(text: Binding<String>) {}
}

// https://developer.apple.com/documentation/swiftui/image
public struct Image: PrimitiveView, Sendable {
  // https://developer.apple.com/documentation/swiftui/image/init(systemname:)
  nonisolated public init(systemName: String) {}
}

// https://developer.apple.com/documentation/swiftui/toolbarcontent
@MainActor @preconcurrency public protocol ToolbarContent {
  // https://developer.apple.com/documentation/swiftui/toolbarcontent/body-swift.associatedtype
  associatedtype Body
}

// https://developer.apple.com/documentation/swiftui/toolbarcontentbuilder
@resultBuilder public struct ToolbarContentBuilder {
  // https://developer.apple.com/documentation/swiftui/toolbarcontentbuilder/buildexpression(_:)
  public static func buildExpression<Content: ToolbarContent>(_ content: Content) -> Content { content }
  // https://developer.apple.com/documentation/swiftui/toolbarcontentbuilder/buildblock(_:)
  public static func buildBlock<Content: ToolbarContent>(_ content: Content) -> Content { content }
}

// https://developer.apple.com/documentation/swiftui/toolbaritem
public struct ToolbarItem<ID, Content: View>: ToolbarContent {
  public typealias Body = Never
}
extension ToolbarItem where ID == () {
  // https://developer.apple.com/documentation/swiftui/toolbaritem/init(placement:content:)
  nonisolated public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
  }
}

// https://developer.apple.com/documentation/swiftui/toolbaritemplacement
public struct ToolbarItemPlacement: Sendable {
  // https://developer.apple.com/documentation/swiftui/toolbaritemplacement/automatic
  public static let automatic = ToolbarItemPlacement()
  #if canImport(UIKit)
    // https://developer.apple.com/documentation/swiftui/toolbaritemplacement/navigationbartrailing
    public static let navigationBarTrailing = ToolbarItemPlacement()
  #endif
}
