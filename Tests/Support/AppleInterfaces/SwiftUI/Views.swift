@_exported public import Combine
@_exported public import CoreGraphics
@_exported public import Foundation
@_exported public import Observation

#if canImport(UIKit)
  @_exported public import UIKit
#else
  @_exported public import AppKit
#endif

// https://developer.apple.com/documentation/swiftui/view
@MainActor @preconcurrency public protocol View {
  // https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  associatedtype Body: View
  // https://developer.apple.com/documentation/swiftui/view/body-swift.property
  @ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

// https://developer.apple.com/documentation/swift/never
extension Never: View {
  public var body: Never { fatalError() }
}

// Stand-in: the body of SwiftUI's own views and modifiers.
@MainActor @preconcurrency public protocol PrimitiveView: View where Body == Never {}
extension PrimitiveView {
  public var body: Never { fatalError() }
}

// https://developer.apple.com/documentation/swift/optional
extension Optional: View where Wrapped: View {
  public var body: Never { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/viewbuilder
@resultBuilder public struct ViewBuilder {
  // https://developer.apple.com/documentation/swiftui/viewbuilder/buildexpression(_:)
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  // https://developer.apple.com/documentation/swiftui/viewbuilder/buildblock()
  public static func buildBlock() -> EmptyView { EmptyView() }
  // https://developer.apple.com/documentation/swiftui/viewbuilder/buildblock(_:)
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  // https://developer.apple.com/documentation/swiftui/viewbuilder/buildblock(_:)
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<
    (repeat each Content)
  > {
    var parts: [any View] = []
    repeat parts.append(each content)
    return TupleView(parts: parts)
  }
  // https://developer.apple.com/documentation/swiftui/viewbuilder/buildif(_:)
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  // https://developer.apple.com/documentation/swiftui/viewbuilder/buildeither(first:)
  public static func buildEither<A: View, B: View>(first: A) -> _ConditionalContent<A, B> {
    _ConditionalContent(branch: .first(first))
  }
  // https://developer.apple.com/documentation/swiftui/viewbuilder/buildeither(second:)
  public static func buildEither<A: View, B: View>(second: B) -> _ConditionalContent<A, B> {
    _ConditionalContent(branch: .second(second))
  }
  // https://developer.apple.com/documentation/swiftui/viewbuilder/buildlimitedavailability(_:)
  public static func buildLimitedAvailability<Content: View>(_ content: Content) -> AnyView {
    AnyView(content)
  }
}

// https://developer.apple.com/documentation/swiftui/tupleview
nonisolated public struct TupleView<T>: PrimitiveView {
  let parts: [any View]
}
// https://developer.apple.com/documentation/swiftui/_conditionalcontent
nonisolated public struct _ConditionalContent<A: View, B: View>: PrimitiveView {
  enum Branch {
    case first(A)
    case second(B)
  }
  let branch: Branch
}
// https://developer.apple.com/documentation/swiftui/emptyview
nonisolated public struct EmptyView: PrimitiveView {
  // https://developer.apple.com/documentation/swiftui/emptyview/init()
  nonisolated public init() {}
}
// https://developer.apple.com/documentation/swiftui/anyview
nonisolated public struct AnyView: PrimitiveView {
  let view: any View
  // https://developer.apple.com/documentation/swiftui/anyview/init(_:)
  nonisolated public init<V: View>(_ view: V) { self.view = view }
}
// https://developer.apple.com/documentation/swiftui/group
nonisolated public struct Group<Content> {
  let content: Content
}
// https://developer.apple.com/documentation/swiftui/group
extension Group: View where Content: View {
  public var body: Never { fatalError() }
  // https://developer.apple.com/documentation/swiftui/group/init(content:)
  nonisolated public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

// https://developer.apple.com/documentation/swiftui/localizedstringkey
public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation, Sendable {
  let text: String
  // https://developer.apple.com/documentation/swiftui/localizedstringkey/init(_:)
  public init(_ value: String) { text = value }
  // https://developer.apple.com/documentation/swiftui/localizedstringkey/init(stringliteral:)
  public init(stringLiteral value: String) { text = value }
}

// https://developer.apple.com/documentation/swiftui/text
nonisolated public struct Text: PrimitiveView, Equatable, Sendable {
  let text: String
  // https://developer.apple.com/documentation/swiftui/text/init(_:)
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(_ content: S) { text = String(content) }
  // https://developer.apple.com/documentation/swiftui/text/init(_:tablename:bundle:comment:)
  nonisolated public init(
    _ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil, comment: StaticString? = nil
  ) { text = key.text }
  // https://developer.apple.com/documentation/swiftui/text/init(verbatim:)
  nonisolated public init(verbatim content: String) { text = content }
  // https://developer.apple.com/documentation/swift/equatable/==(_:_:)
  nonisolated public static func == (lhs: Text, rhs: Text) -> Bool { lhs.text == rhs.text }
}

// https://developer.apple.com/documentation/swiftui/label
nonisolated public struct Label<Title: View, Icon: View>: PrimitiveView {
  let title: Title
  let icon: Icon
  // https://developer.apple.com/documentation/swiftui/label/init(title:icon:)
  nonisolated public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
    self.title = title()
    self.icon = icon()
  }
}

// https://developer.apple.com/documentation/swiftui/horizontalalignment
public struct HorizontalAlignment: Equatable, Sendable {
  // https://developer.apple.com/documentation/swiftui/horizontalalignment/leading
  public static let leading = HorizontalAlignment()
  // https://developer.apple.com/documentation/swiftui/horizontalalignment/center
  public static let center = HorizontalAlignment()
}
// https://developer.apple.com/documentation/swiftui/verticalalignment
public struct VerticalAlignment: Equatable, Sendable {
  // https://developer.apple.com/documentation/swiftui/verticalalignment/center
  public static let center = VerticalAlignment()
  // https://developer.apple.com/documentation/swiftui/verticalalignment/firsttextbaseline
  public static let firstTextBaseline = VerticalAlignment()
}
// https://developer.apple.com/documentation/swiftui/alignment
public struct Alignment: Equatable, Sendable {
  // https://developer.apple.com/documentation/swiftui/alignment/center
  public static let center = Alignment()
  // https://developer.apple.com/documentation/swiftui/alignment/leading
  public static let leading = Alignment()
  // https://developer.apple.com/documentation/swiftui/alignment/trailing
  public static let trailing = Alignment()
  // https://developer.apple.com/documentation/swiftui/alignment/bottomtrailing
  public static let bottomTrailing = Alignment()
}

// https://developer.apple.com/documentation/swiftui/vstack
nonisolated public struct VStack<Content: View>: PrimitiveView {
  let content: Content
  // https://developer.apple.com/documentation/swiftui/vstack/init(alignment:spacing:content:)
  nonisolated public init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
  ) { self.content = content() }
}
// https://developer.apple.com/documentation/swiftui/hstack
nonisolated public struct HStack<Content: View>: PrimitiveView {
  let content: Content
  // https://developer.apple.com/documentation/swiftui/hstack/init(alignment:spacing:content:)
  nonisolated public init(
    alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
  ) { self.content = content() }
}
// https://developer.apple.com/documentation/swiftui/zstack
nonisolated public struct ZStack<Content: View>: PrimitiveView {
  let content: Content
  // https://developer.apple.com/documentation/swiftui/zstack/init(alignment:spacing:content:)
  nonisolated public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
    self.content = content()
  }
}
// https://developer.apple.com/documentation/swiftui/spacer
nonisolated public struct Spacer: PrimitiveView {
  // https://developer.apple.com/documentation/swiftui/spacer/init(minlength:)
  nonisolated public init(minLength: CGFloat? = nil) {}
}
// https://developer.apple.com/documentation/swiftui/divider
nonisolated public struct Divider: PrimitiveView {
  // https://developer.apple.com/documentation/swiftui/divider/init()
  nonisolated public init() {}
}
// https://developer.apple.com/documentation/swiftui/scrollview
nonisolated public struct ScrollView<Content: View>: PrimitiveView {
  let content: Content
  // https://developer.apple.com/documentation/swiftui/scrollview/init(_:showsindicators:content:)
  nonisolated public init(
    _ axes: Axis.Set = .vertical, showsIndicators: Bool = true, @ViewBuilder content: () -> Content
  ) { self.content = content() }
}
// https://developer.apple.com/documentation/swiftui/axis
@frozen public enum Axis: Int8, Sendable {
  case horizontal, vertical
  // https://developer.apple.com/documentation/swiftui/axis/set
  public struct Set: OptionSet, Sendable {
    public let rawValue: Int8
    public init(rawValue: Int8) { self.rawValue = rawValue }
    // https://developer.apple.com/documentation/swiftui/axis/set/vertical
    public static let vertical = Set(rawValue: 2)
    // https://developer.apple.com/documentation/swiftui/axis/set/horizontal
    public static let horizontal = Set(rawValue: 1)
  }
}
// https://developer.apple.com/documentation/swiftui/list
nonisolated public struct List<SelectionValue, Content: View>: PrimitiveView {
  let content: Content
}
extension List where SelectionValue == Never {
  // https://developer.apple.com/documentation/swiftui/list/init(content:)
  nonisolated public init(@ViewBuilder content: () -> Content) { self.content = content() }
}
// https://developer.apple.com/documentation/swiftui/form
nonisolated public struct Form<Content: View>: PrimitiveView {
  let content: Content
  // https://developer.apple.com/documentation/swiftui/form/init(content:)
  nonisolated public init(@ViewBuilder content: () -> Content) { self.content = content() }
}
#if canImport(UIKit)
  // https://developer.apple.com/documentation/swiftui/navigationview
  nonisolated public struct NavigationView<Content: View>: PrimitiveView {
    let content: Content
    // https://developer.apple.com/documentation/swiftui/navigationview/init(content:)
    nonisolated public init(@ViewBuilder content: () -> Content) { self.content = content() }
  }
#endif
// https://developer.apple.com/documentation/swiftui/section
nonisolated public struct Section<Parent, Content, Footer> {
  let header: Parent
  let content: Content
  let footer: Footer
}
// https://developer.apple.com/documentation/swiftui/section
extension Section: View where Parent: View, Content: View, Footer: View {
  public var body: Never { fatalError() }
  // https://developer.apple.com/documentation/swiftui/section/init(content:header:footer:)
  nonisolated public init(
    @ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent, @ViewBuilder footer: () -> Footer
  ) { self.init(header: header(), content: content(), footer: footer()) }
}
// https://developer.apple.com/documentation/swiftui/section/init(_:content:)
extension Section where Parent == Text, Content: View, Footer == EmptyView {
  // https://developer.apple.com/documentation/swiftui/section/init(_:content:)
  nonisolated public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    self.init(header: Text(titleKey), content: content(), footer: EmptyView())
  }
  // https://developer.apple.com/documentation/swiftui/section/init(_:content:)
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(
    _ title: S, @ViewBuilder content: () -> Content
  ) { self.init(header: Text(title), content: content(), footer: EmptyView()) }
}
// https://developer.apple.com/documentation/swiftui/section/init(content:)
extension Section where Parent == EmptyView, Content: View, Footer == EmptyView {
  nonisolated public init(@ViewBuilder content: () -> Content) {
    self.init(header: EmptyView(), content: content(), footer: EmptyView())
  }
}
// https://developer.apple.com/documentation/swiftui/section/init(header:content:)
extension Section where Parent: View, Content: View, Footer == EmptyView {
  nonisolated public init(header: Parent, @ViewBuilder content: () -> Content) {
    self.init(header: header, content: content(), footer: EmptyView())
  }
}
// https://developer.apple.com/documentation/swiftui/progressview
nonisolated public struct ProgressView<Label: View, CurrentValueLabel: View>: PrimitiveView {
  let label: String?
}
// https://developer.apple.com/documentation/swiftui/progressview/init()
extension ProgressView where CurrentValueLabel == EmptyView, Label == EmptyView {
  nonisolated public init() { label = nil }
}
extension ProgressView where CurrentValueLabel == EmptyView, Label == Text {
  // https://developer.apple.com/documentation/swiftui/progressview/init(_:)
  nonisolated public init(_ titleKey: LocalizedStringKey) { label = titleKey.text }
  // https://developer.apple.com/documentation/swiftui/progressview/init(_:)
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(_ title: S) { label = String(title) }
}

// https://developer.apple.com/documentation/swiftui/foreach
nonisolated public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
  let data: Data
  let id: (Data.Element) -> ID
  let content: (Data.Element) -> Content
}
// https://developer.apple.com/documentation/swiftui/foreach
extension ForEach: View where Content: View {
  public var body: Never { fatalError() }
  // https://developer.apple.com/documentation/swiftui/foreach/init(_:id:content:)
  nonisolated public init(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
  ) { self.init(data: data, id: { $0[keyPath: id] }, content: content) }
}
extension ForEach where ID == Data.Element.ID, Content: View, Data.Element: Identifiable {
  // https://developer.apple.com/documentation/swiftui/foreach/init(_:content:)
  nonisolated public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
    self.init(data: data, id: { $0.id }, content: content)
  }
}

// https://developer.apple.com/documentation/swiftui/navigationstack
@available(macOS 13.0, iOS 16.0, *)
nonisolated public struct NavigationStack<Data, Root: View>: PrimitiveView {
  let root: Root
  // https://developer.apple.com/documentation/swiftui/navigationstack/init(root:)
  nonisolated public init(@ViewBuilder root: () -> Root) where Data == NavigationPath { self.root = root() }
}
// https://developer.apple.com/documentation/swiftui/navigationpath
@available(macOS 13.0, iOS 16.0, *)
public struct NavigationPath {}
