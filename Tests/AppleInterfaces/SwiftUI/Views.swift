@_exported public import Combine
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
// Stand-in: the result of a modifier.
public struct SomeView: PrimitiveView {
  nonisolated init() {}
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
  public static func buildBlock() -> EmptyView { fatalError() }
  // https://developer.apple.com/documentation/swiftui/viewbuilder/buildblock(_:)
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  // https://developer.apple.com/documentation/swiftui/viewbuilder/buildblock(_:)
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<
    (repeat each Content)
  > {
    fatalError()
  }
  // https://developer.apple.com/documentation/swiftui/viewbuilder/buildif(_:)
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  // https://developer.apple.com/documentation/swiftui/viewbuilder/buildeither(first:)
  public static func buildEither<A: View, B: View>(first: A) -> _ConditionalContent<A, B> { fatalError() }
  // https://developer.apple.com/documentation/swiftui/viewbuilder/buildeither(second:)
  public static func buildEither<A: View, B: View>(second: B) -> _ConditionalContent<A, B> { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/tupleview
public struct TupleView<T>: PrimitiveView {}
// https://developer.apple.com/documentation/swiftui/_conditionalcontent
public struct _ConditionalContent<A: View, B: View>: PrimitiveView {}
// https://developer.apple.com/documentation/swiftui/emptyview
public struct EmptyView: PrimitiveView {
  // https://developer.apple.com/documentation/swiftui/emptyview/init()
  nonisolated public init() {}
}

// https://developer.apple.com/documentation/swiftui/localizedstringkey
public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation, Sendable {
  // https://developer.apple.com/documentation/swiftui/localizedstringkey/init(_:)
  public init(_ value: String) {}
  // https://developer.apple.com/documentation/swiftui/localizedstringkey/init(stringliteral:)
  public init(stringLiteral value: String) {}
}

// https://developer.apple.com/documentation/swiftui/text
public struct Text: PrimitiveView, Equatable, Sendable {
  // https://developer.apple.com/documentation/swiftui/text/init(_:)
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(_ content: S) {}
  // https://developer.apple.com/documentation/swiftui/text/init(_:tablename:bundle:comment:)
  nonisolated public init(
    _ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil, comment: StaticString? = nil
  ) {}
  // https://developer.apple.com/documentation/swiftui/text/init(verbatim:)
  nonisolated public init(verbatim content: String) {}
  // https://developer.apple.com/documentation/swift/equatable/==(_:_:)
  nonisolated public static func == (lhs: Text, rhs: Text) -> Bool { fatalError() }
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
}
// https://developer.apple.com/documentation/swiftui/alignment
public struct Alignment: Equatable, Sendable {
  // https://developer.apple.com/documentation/swiftui/alignment/center
  public static let center = Alignment()
}

// https://developer.apple.com/documentation/swiftui/vstack
public struct VStack<Content: View>: PrimitiveView {
  // https://developer.apple.com/documentation/swiftui/vstack/init(alignment:spacing:content:)
  nonisolated public init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
  ) {}
}
// https://developer.apple.com/documentation/swiftui/hstack
public struct HStack<Content: View>: PrimitiveView {
  // https://developer.apple.com/documentation/swiftui/hstack/init(alignment:spacing:content:)
  nonisolated public init(
    alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
  ) {}
}
// https://developer.apple.com/documentation/swiftui/zstack
public struct ZStack<Content: View>: PrimitiveView {
  // https://developer.apple.com/documentation/swiftui/zstack/init(alignment:spacing:content:)
  nonisolated public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {}
}
// https://developer.apple.com/documentation/swiftui/spacer
public struct Spacer: PrimitiveView {
  // https://developer.apple.com/documentation/swiftui/spacer/init(minlength:)
  nonisolated public init(minLength: CGFloat? = nil) {}
}
// https://developer.apple.com/documentation/swiftui/form
public struct Form<Content: View>: PrimitiveView {
  // https://developer.apple.com/documentation/swiftui/form/init(content:)
  nonisolated public init(@ViewBuilder content: () -> Content) {}
}
#if canImport(UIKit)
  // https://developer.apple.com/documentation/swiftui/navigationview
  public struct NavigationView<Content: View>: PrimitiveView {
    // https://developer.apple.com/documentation/swiftui/navigationview/init(content:)
    nonisolated public init(@ViewBuilder content: () -> Content) {}
  }
#endif
// https://developer.apple.com/documentation/swiftui/section
public struct Section<Parent, Content, Footer> {}
// https://developer.apple.com/documentation/swiftui/section
extension Section: View where Parent: View, Content: View, Footer: View {
  public var body: Never { fatalError() }
}
// https://developer.apple.com/documentation/swiftui/section/init(_:content:)
extension Section where Parent == Text, Content: View, Footer == EmptyView {
  // https://developer.apple.com/documentation/swiftui/section/init(_:content:)
  nonisolated public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {}
  // https://developer.apple.com/documentation/swiftui/section/init(_:content:)
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(
    _ title: S, @ViewBuilder content: () -> Content
  ) {}
}
// https://developer.apple.com/documentation/swiftui/section/init(content:)
extension Section where Parent == EmptyView, Content: View, Footer == EmptyView {
  nonisolated public init(@ViewBuilder content: () -> Content) {}
}
// https://developer.apple.com/documentation/swiftui/section/init(header:content:)
extension Section where Parent: View, Content: View, Footer == EmptyView {
  nonisolated public init(header: Parent, @ViewBuilder content: () -> Content) {}
}
// https://developer.apple.com/documentation/swiftui/progressview
public struct ProgressView<Label: View, CurrentValueLabel: View>: PrimitiveView {}
// https://developer.apple.com/documentation/swiftui/progressview/init()
extension ProgressView where CurrentValueLabel == EmptyView, Label == EmptyView {
  nonisolated public init() {}
}
// https://developer.apple.com/documentation/swiftui/progressview/init(_:)
extension ProgressView where CurrentValueLabel == EmptyView, Label == Text {
  nonisolated public init(_ titleKey: LocalizedStringKey) {}
}

// https://developer.apple.com/documentation/swiftui/foreach
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {}
// https://developer.apple.com/documentation/swiftui/foreach
extension ForEach: View where Content: View {
  public var body: Never { fatalError() }
}
extension ForEach where ID == Data.Element.ID, Content: View, Data.Element: Identifiable {
  // https://developer.apple.com/documentation/swiftui/foreach/init(_:content:)
  nonisolated public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {}
}

// https://developer.apple.com/documentation/swiftui/navigationstack
@available(macOS 13.0, iOS 16.0, *)
public struct NavigationStack<Data, Root: View>: PrimitiveView {
  // https://developer.apple.com/documentation/swiftui/navigationstack/init(root:)
  nonisolated public init(@ViewBuilder root: () -> Root) where Data == NavigationPath {}
}
// https://developer.apple.com/documentation/swiftui/navigationpath
@available(macOS 13.0, iOS 16.0, *)
public struct NavigationPath {}
