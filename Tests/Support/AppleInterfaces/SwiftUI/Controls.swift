// https://developer.apple.com/documentation/swiftui/buttonrole
public struct ButtonRole: Equatable, Sendable {
  let name: String
  // https://developer.apple.com/documentation/swiftui/buttonrole/cancel
  public static let cancel = ButtonRole(name: "cancel")
  // https://developer.apple.com/documentation/swiftui/buttonrole/destructive
  public static let destructive = ButtonRole(name: "destructive")
}

// https://developer.apple.com/documentation/swiftui/button
nonisolated public struct Button<Label: View>: PrimitiveView {
  let role: ButtonRole?
  let action: @MainActor () -> Void
  let label: Label
  // https://developer.apple.com/documentation/swiftui/button/init(action:label:)
  nonisolated public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
    self.init(role: nil, action: action, label: label)
  }
  // https://developer.apple.com/documentation/swiftui/button/init(role:action:label:)
  nonisolated public init(
    role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label
  ) {
    self.role = role
    self.action = action
    self.label = label()
  }
}
extension Button where Label == Text {
  // https://developer.apple.com/documentation/swiftui/button/init(_:action:)
  nonisolated public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {
    self.init(role: nil, action: action) { Text(titleKey) }
  }
  // https://developer.apple.com/documentation/swiftui/button/init(_:action:)
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(
    _ title: S, action: @escaping @MainActor () -> Void
  ) { self.init(role: nil, action: action) { Text(title) } }
  // https://developer.apple.com/documentation/swiftui/button/init(_:role:action:)
  nonisolated public init(
    _ titleKey: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void
  ) { self.init(role: role, action: action) { Text(titleKey) } }
  // https://developer.apple.com/documentation/swiftui/button/init(_:role:action:)
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(
    _ title: S, role: ButtonRole?, action: @escaping @MainActor () -> Void
  ) { self.init(role: role, action: action) { Text(title) } }
}

// https://developer.apple.com/documentation/swiftui/menu
@available(macOS 11.0, iOS 14.0, *)
nonisolated public struct Menu<Label: View, Content: View>: PrimitiveView {
  let label: Label
  let content: Content
  // https://developer.apple.com/documentation/swiftui/menu/init(content:label:)
  nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
    self.content = content()
    self.label = label()
  }
}

// https://developer.apple.com/documentation/swiftui/picker
nonisolated public struct Picker<Label: View, SelectionValue: Hashable, Content: View>: PrimitiveView {
  let label: Label
  let selection: Binding<SelectionValue>
  let content: Content
}
extension Picker where Label == Text {
  // https://developer.apple.com/documentation/swiftui/picker/init(_:selection:content:)
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(
    _ title: S, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
  ) {
    self.init(label: Text(title), selection: selection, content: content())
  }
}

// https://developer.apple.com/documentation/swiftui/slider
nonisolated public struct Slider<Label: View, ValueLabel: View>: PrimitiveView {
  let label: Label
  let value: Binding<Double>
  let bounds: ClosedRange<Double>
  let valueLabels: [ValueLabel]
  // https://developer.apple.com/documentation/swiftui/slider/init(value:in:label:minimumvaluelabel:maximumvaluelabel:oneditingchanged:)
  nonisolated public init<V: BinaryFloatingPoint>(
    value: Binding<V>, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
    @ViewBuilder minimumValueLabel: () -> ValueLabel, @ViewBuilder maximumValueLabel: () -> ValueLabel,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) where V.Stride: BinaryFloatingPoint {
    self.label = label()
    self.value = Binding(
      reading: { Double(value.wrappedValue) }, writing: { value.wrappedValue = V($0) })
    self.bounds = Double(bounds.lowerBound)...Double(bounds.upperBound)
    valueLabels = [minimumValueLabel(), maximumValueLabel()]
  }
}

// https://developer.apple.com/documentation/swiftui/textfield
nonisolated public struct TextField<Label: View>: PrimitiveView {
  let label: String
  let text: Binding<String>
}
extension TextField where Label == Text {
  // https://developer.apple.com/documentation/swiftui/textfield/init(_:text:)
  nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>) {
    self.init(label: titleKey.text, text: text)
  }
  // https://developer.apple.com/documentation/swiftui/textfield/init(_:text:)
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(_ title: S, text: Binding<String>) {
    self.init(label: String(title), text: text)
  }
  // https://developer.apple.com/documentation/swiftui/textfield/init(_:text:prompt:)
  @available(macOS 12.0, iOS 15.0, *)
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(
    _ title: S, text: Binding<String>, prompt: Text?
  ) { self.init(label: String(title), text: text) }
}

// https://developer.apple.com/documentation/swiftui/securefield
nonisolated public struct SecureField<Label: View>: PrimitiveView {
  let label: String
  let text: Binding<String>
}
extension SecureField where Label == Text {
  // https://developer.apple.com/documentation/swiftui/securefield/init(_:text:prompt:)
  @available(macOS 12.0, iOS 15.0, *)
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(
    _ title: S, text: Binding<String>, prompt: Text?
  ) { self.init(label: String(title), text: text) }
}

// https://developer.apple.com/documentation/swiftui/texteditor
nonisolated public struct TextEditor: PrimitiveView {
  let text: Binding<String>
  // https://developer.apple.com/documentation/swiftui/texteditor/init(text:)
  nonisolated public init(text: Binding<String>) { self.text = text }
}

// https://developer.apple.com/documentation/swiftui/image
nonisolated public struct Image: PrimitiveView, Equatable, Sendable {
  let name: String
  // https://developer.apple.com/documentation/swiftui/image/init(systemname:)
  nonisolated public init(systemName: String) { name = systemName }
  // https://developer.apple.com/documentation/swiftui/image/init(_:scale:orientation:label:)
  // https://developer.apple.com/documentation/swiftui/image/init(decorative:scale:orientation:)
  nonisolated public init(decorative cgImage: CGImage, scale: CGFloat, orientation: Orientation = .up) {
    name = "image"
  }
  // https://developer.apple.com/documentation/swiftui/image/orientation
  public enum Orientation: UInt8, Sendable { case up }
  // https://developer.apple.com/documentation/swiftui/image/resizable(capinsets:resizingmode:)
  nonisolated public func resizable() -> Image { self }
}

// The image is never loaded here.
// https://developer.apple.com/documentation/swiftui/asyncimage
@available(macOS 12.0, iOS 15.0, *)
nonisolated public struct AsyncImage<Content: View>: PrimitiveView {
  let url: URL?
  let content: (AsyncImagePhase) -> Content
  // https://developer.apple.com/documentation/swiftui/asyncimage/init(url:scale:transaction:content:)
  nonisolated public init(
    url: URL?, scale: CGFloat = 1, transaction: Transaction = Transaction(),
    @ViewBuilder content: @escaping (AsyncImagePhase) -> Content
  ) {
    self.url = url
    self.content = content
  }
}
// https://developer.apple.com/documentation/swiftui/asyncimagephase
@available(macOS 12.0, iOS 15.0, *)
public enum AsyncImagePhase: Sendable {
  // https://developer.apple.com/documentation/swiftui/asyncimagephase/empty
  case empty
  // https://developer.apple.com/documentation/swiftui/asyncimagephase/success(_:)
  case success(Image)
  // https://developer.apple.com/documentation/swiftui/asyncimagephase/failure(_:)
  case failure(any Error)
}
// https://developer.apple.com/documentation/swiftui/transaction
public struct Transaction {
  // https://developer.apple.com/documentation/swiftui/transaction/init()
  public init() {}
}

// https://developer.apple.com/documentation/swiftui/toolbarcontent
@MainActor @preconcurrency public protocol ToolbarContent {
  // https://developer.apple.com/documentation/swiftui/toolbarcontent/body-swift.associatedtype
  associatedtype Body: ToolbarContent
  // https://developer.apple.com/documentation/swiftui/toolbarcontent/body-swift.property
  @ToolbarContentBuilder @MainActor @preconcurrency var body: Self.Body { get }
}
// https://developer.apple.com/documentation/swift/never
extension Never: ToolbarContent {}

// https://developer.apple.com/documentation/swiftui/toolbarcontentbuilder
@resultBuilder public struct ToolbarContentBuilder {
  // https://developer.apple.com/documentation/swiftui/toolbarcontentbuilder/buildexpression(_:)
  public static func buildExpression<Content: ToolbarContent>(_ content: Content) -> Content { content }
  // https://developer.apple.com/documentation/swiftui/toolbarcontentbuilder/buildblock(_:)
  public static func buildBlock<Content: ToolbarContent>(_ content: Content) -> Content { content }
  // https://developer.apple.com/documentation/swiftui/toolbarcontentbuilder/buildblock(_:)
  public static func buildBlock<A: ToolbarContent, B: ToolbarContent>(_ a: A, _ b: B) -> some ToolbarContent {
    ToolbarGroup(items: [a, b])
  }
  // https://developer.apple.com/documentation/swiftui/toolbarcontentbuilder/buildif(_:)
  @available(macOS 13.0, iOS 16.0, *)
  public static func buildIf<Content: ToolbarContent>(_ content: Content?) -> some ToolbarContent {
    ToolbarGroup(items: content.map { [$0] } ?? [])
  }
}
/// Stand-in: several items of a toolbar.
nonisolated struct ToolbarGroup: ToolbarContent {
  let items: [any ToolbarContent]
  var body: Never { fatalError() }

  nonisolated init(items: [any ToolbarContent]) { self.items = items }
}

// https://developer.apple.com/documentation/swiftui/toolbaritem
nonisolated public struct ToolbarItem<ID, Content: View>: ToolbarContent {
  let content: Content
  let placement: ToolbarItemPlacement
  public var body: Never { fatalError() }
}
extension ToolbarItem where ID == () {
  // https://developer.apple.com/documentation/swiftui/toolbaritem/init(placement:content:)
  nonisolated public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
    self.content = content()
    self.placement = placement
  }
}

// https://developer.apple.com/documentation/swiftui/toolbaritemplacement
public struct ToolbarItemPlacement: Sendable {
  let name: String
  // https://developer.apple.com/documentation/swiftui/toolbaritemplacement/automatic
  public static let automatic = ToolbarItemPlacement(name: "automatic")
  // https://developer.apple.com/documentation/swiftui/toolbaritemplacement/cancellationaction
  public static let cancellationAction = ToolbarItemPlacement(name: "cancellation")
  // https://developer.apple.com/documentation/swiftui/toolbaritemplacement/confirmationaction
  public static let confirmationAction = ToolbarItemPlacement(name: "confirmation")
  // https://developer.apple.com/documentation/swiftui/toolbaritemplacement/navigation
  public static let navigation = ToolbarItemPlacement(name: "navigation")
  #if canImport(UIKit)
    // https://developer.apple.com/documentation/swiftui/toolbaritemplacement/navigationbartrailing
    public static let navigationBarTrailing = ToolbarItemPlacement(name: "trailing")
  #endif
}
