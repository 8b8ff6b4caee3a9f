// https://developer.apple.com/documentation/swiftui/font
public struct Font: Hashable, Sendable {
  // https://developer.apple.com/documentation/swiftui/font/body
  public static let body = Font()
  // https://developer.apple.com/documentation/swiftui/font/caption
  public static let caption = Font()
  // https://developer.apple.com/documentation/swiftui/font/footnote
  public static let footnote = Font()
  // https://developer.apple.com/documentation/swiftui/font/subheadline
  public static let subheadline = Font()
  // https://developer.apple.com/documentation/swiftui/font/headline
  public static let headline = Font()
  // https://developer.apple.com/documentation/swiftui/font/title
  public static let title = Font()
  // https://developer.apple.com/documentation/swiftui/font/title2
  @available(macOS 11.0, iOS 14.0, *)
  public static let title2 = Font()
  // https://developer.apple.com/documentation/swiftui/font/system(_:design:weight:)
  @available(macOS 13.0, iOS 16.0, *)
  public static func system(_ style: TextStyle, design: Design? = nil, weight: Weight? = nil) -> Font {
    Font()
  }
  // https://developer.apple.com/documentation/swiftui/font/custom(_:size:relativeto:)
  @available(macOS 11.0, iOS 14.0, *)
  public static func custom(_ name: String, size: CGFloat, relativeTo textStyle: TextStyle) -> Font { Font() }
  // https://developer.apple.com/documentation/swiftui/font/weight(_:)
  public func weight(_ weight: Weight) -> Font { self }

  // https://developer.apple.com/documentation/swiftui/font/textstyle
  public enum TextStyle: CaseIterable, Hashable, Sendable {
    case largeTitle, title, title2, title3, headline, subheadline, body, callout, footnote, caption, caption2
  }
  // https://developer.apple.com/documentation/swiftui/font/design
  public enum Design: Hashable, Sendable { case `default`, monospaced, rounded, serif }
  // https://developer.apple.com/documentation/swiftui/font/weight
  public struct Weight: Hashable, Sendable {
    // https://developer.apple.com/documentation/swiftui/font/weight/semibold
    public static let semibold = Weight()
    // https://developer.apple.com/documentation/swiftui/font/weight/bold
    public static let bold = Weight()
  }
}

// https://developer.apple.com/documentation/swiftui/shapestyle
public protocol ShapeStyle: Sendable {}
// https://developer.apple.com/documentation/swiftui/hierarchicalshapestyle
public struct HierarchicalShapeStyle: ShapeStyle {}
extension ShapeStyle where Self == HierarchicalShapeStyle {
  // https://developer.apple.com/documentation/swiftui/shapestyle/primary
  public static var primary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
  // https://developer.apple.com/documentation/swiftui/shapestyle/secondary
  public static var secondary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
}
// https://developer.apple.com/documentation/swiftui/tintshapestyle
public struct TintShapeStyle: ShapeStyle {}
extension ShapeStyle where Self == TintShapeStyle {
  // https://developer.apple.com/documentation/swiftui/shapestyle/tint
  public static var tint: TintShapeStyle { TintShapeStyle() }
}

// https://developer.apple.com/documentation/swiftui/color
nonisolated public struct Color: PrimitiveView, ShapeStyle, Hashable, Sendable {
  // Stand-in: the color of a name in the light look, or the parts in sRGB.
  private let name: String
  private let parts: [Double]

  // https://developer.apple.com/documentation/swiftui/color/primary
  public static let primary = Color("primary", 0, 0, 0)
  // https://developer.apple.com/documentation/swiftui/color/secondary
  public static let secondary = Color("secondary", 0.24, 0.24, 0.26)
  // https://developer.apple.com/documentation/swiftui/color/accentcolor
  public static let accentColor = Color("accentColor", 0, 0.48, 1)
  // https://developer.apple.com/documentation/swiftui/color/red
  public static let red = Color("red", 1, 0.23, 0.19)
  // https://developer.apple.com/documentation/swiftui/color/white
  public static let white = Color("white", 1, 1, 1)
  // https://developer.apple.com/documentation/swiftui/color/black
  public static let black = Color("black", 0, 0, 0)
  // https://developer.apple.com/documentation/swiftui/color/clear
  public static let clear = Color("clear", 0, 0, 0)
  // https://developer.apple.com/documentation/swiftui/color/init(_:red:green:blue:opacity:)
  public init(
    _ colorSpace: RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double, opacity: Double = 1
  ) { self.init("", red, green, blue) }
  private init(_ name: String, _ red: Double, _ green: Double, _ blue: Double) {
    self.name = name
    parts = [red, green, blue]
  }
  // https://developer.apple.com/documentation/swiftui/color/opacity(_:)
  public func opacity(_ opacity: Double) -> Color { self }
  // https://developer.apple.com/documentation/swiftui/color/rgbcolorspace
  public enum RGBColorSpace: Hashable, Sendable { case sRGB }

  // https://developer.apple.com/documentation/swiftui/color/resolve(in:)
  @available(macOS 14.0, iOS 17.0, *)
  public func resolve(in environment: EnvironmentValues) -> Resolved {
    Resolved(red: Float(parts[0]), green: Float(parts[1]), blue: Float(parts[2]))
  }
  // https://developer.apple.com/documentation/swiftui/color/resolved
  @available(macOS 14.0, iOS 17.0, *)
  public struct Resolved: Hashable, Sendable {
    // https://developer.apple.com/documentation/swiftui/color/resolved/red
    public var red: Float
    // https://developer.apple.com/documentation/swiftui/color/resolved/green
    public var green: Float
    // https://developer.apple.com/documentation/swiftui/color/resolved/blue
    public var blue: Float
  }
}
extension ShapeStyle where Self == Color {
  // https://developer.apple.com/documentation/swiftui/shapestyle/white
  public static var white: Color { .white }
  // https://developer.apple.com/documentation/swiftui/shapestyle/black
  public static var black: Color { .black }
  // https://developer.apple.com/documentation/swiftui/shapestyle/red
  public static var red: Color { .red }
}

// https://developer.apple.com/documentation/swiftui/shape
public protocol Shape: Sendable, View {
  // https://developer.apple.com/documentation/swiftui/shape/path(in:)
  nonisolated func path(in rect: CGRect) -> Path
}
// https://developer.apple.com/documentation/swiftui/shape
extension Shape {
  public var body: Never { fatalError() }
  // https://developer.apple.com/documentation/swiftui/shape/fill(_:style:)
  nonisolated public func fill<S: ShapeStyle>(_ content: S, style: FillStyle = FillStyle()) -> some View {
    changed(.look)
  }
  // https://developer.apple.com/documentation/swiftui/shape/stroke(_:linewidth:)
  nonisolated public func stroke<S: ShapeStyle>(_ content: S, lineWidth: CGFloat = 1) -> some View {
    changed(.drawn(.line(width: Double(lineWidth))))
  }
}
// https://developer.apple.com/documentation/swiftui/fillstyle
public struct FillStyle: Equatable, Sendable {
  // https://developer.apple.com/documentation/swiftui/fillstyle/init(eofill:antialiased:)
  public init(eoFill: Bool = false, antialiased: Bool = true) {}
}
// https://developer.apple.com/documentation/swiftui/path
public struct Path: Equatable, Sendable {
  var rectangles: [CGRect] = []
  // https://developer.apple.com/documentation/swiftui/path/init()
  public init() {}
  // https://developer.apple.com/documentation/swiftui/path/addrect(_:transform:)
  public mutating func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) {
    rectangles.append(rect)
  }
}
// https://developer.apple.com/documentation/swiftui/circle
nonisolated public struct Circle: Shape {
  // https://developer.apple.com/documentation/swiftui/circle/init()
  public init() {}
  // https://developer.apple.com/documentation/swiftui/circle/path(in:)
  nonisolated public func path(in rect: CGRect) -> Path { Path() }
}
// https://developer.apple.com/documentation/swiftui/rectangle
nonisolated public struct Rectangle: Shape {
  // https://developer.apple.com/documentation/swiftui/rectangle/init()
  public init() {}
  // https://developer.apple.com/documentation/swiftui/rectangle/path(in:)
  nonisolated public func path(in rect: CGRect) -> Path { Path() }
}
// https://developer.apple.com/documentation/swiftui/roundedrectangle
nonisolated public struct RoundedRectangle: Shape {
  // https://developer.apple.com/documentation/swiftui/roundedrectangle/init(cornerradius:style:)
  public init(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {}
  // https://developer.apple.com/documentation/swiftui/roundedrectangle/path(in:)
  nonisolated public func path(in rect: CGRect) -> Path { Path() }
}
// https://developer.apple.com/documentation/swiftui/roundedcornerstyle
public enum RoundedCornerStyle: Sendable { case circular, continuous }

// https://developer.apple.com/documentation/swiftui/edge
@frozen public enum Edge: Int8, Sendable {
  case top, leading, bottom, trailing

  // https://developer.apple.com/documentation/swiftui/edge/set
  public struct Set: OptionSet, Sendable {
    public let rawValue: Int8
    public init(rawValue: Int8) { self.rawValue = rawValue }
    // https://developer.apple.com/documentation/swiftui/edge/set/all
    public static let all = Set(rawValue: 15)
    // https://developer.apple.com/documentation/swiftui/edge/set/trailing
    public static let trailing = Set(rawValue: 8)
    // https://developer.apple.com/documentation/swiftui/edge/set/horizontal
    public static let horizontal = Set(rawValue: 10)
    // https://developer.apple.com/documentation/swiftui/edge/set/vertical
    public static let vertical = Set(rawValue: 5)
  }
}
// https://developer.apple.com/documentation/swiftui/textalignment
public enum TextAlignment: Hashable, CaseIterable, Sendable { case leading, center, trailing }
// https://developer.apple.com/documentation/swiftui/contentmode
public enum ContentMode: Hashable, CaseIterable, Sendable { case fit, fill }
// https://developer.apple.com/documentation/swiftui/controlsize
public enum ControlSize: CaseIterable, Sendable { case mini, small, regular, large, extraLarge }

// https://developer.apple.com/documentation/swiftui/text/truncationmode
extension Text {
  public enum TruncationMode: Sendable { case head, tail, middle }
}

extension View {
  // https://developer.apple.com/documentation/swiftui/view/font(_:)
  nonisolated public func font(_ font: Font?) -> some View { changed(.look) }
  // https://developer.apple.com/documentation/swiftui/view/fontdesign(_:)
  @available(macOS 13.0, iOS 16.1, *)
  nonisolated public func fontDesign(_ design: Font.Design?) -> some View { changed(.look) }
  // https://developer.apple.com/documentation/swiftui/view/foregroundcolor(_:)
  nonisolated public func foregroundColor(_ color: Color?) -> some View { changed(.look) }
  // https://developer.apple.com/documentation/swiftui/view/foregroundstyle(_:)
  nonisolated public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { changed(.look) }
  // https://developer.apple.com/documentation/swiftui/view/tint(_:)
  @available(macOS 12.0, iOS 15.0, *)
  nonisolated public func tint(_ tint: Color?) -> some View { changed(.look) }
  // https://developer.apple.com/documentation/swiftui/view/background(_:in:fillstyle:)
  @available(macOS 12.0, iOS 15.0, *)
  nonisolated public func background<S: ShapeStyle, T: Shape>(
    _ style: S, in shape: T, fillStyle: FillStyle = FillStyle()
  ) -> some View { changed(.look) }
  // https://developer.apple.com/documentation/swiftui/view/background(_:ignoressafeareaedges:)
  @available(macOS 12.0, iOS 15.0, *)
  nonisolated public func background<S: ShapeStyle>(
    _ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all
  ) -> some View { changed(.look) }
  // https://developer.apple.com/documentation/swiftui/view/clipshape(_:style:)
  nonisolated public func clipShape<S: Shape>(_ shape: S, style: FillStyle = FillStyle()) -> some View {
    changed(.look)
  }
  // https://developer.apple.com/documentation/swiftui/view/contentshape(_:eofill:)
  nonisolated public func contentShape<S: Shape>(_ shape: S, eoFill: Bool = false) -> some View {
    changed(.look)
  }
  // https://developer.apple.com/documentation/swiftui/view/frame(width:height:alignment:)
  nonisolated public func frame(
    width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center
  ) -> some View { changed(.look) }
  // https://developer.apple.com/documentation/swiftui/view/frame(minwidth:idealwidth:maxwidth:minheight:idealheight:maxheight:alignment:)
  nonisolated public func frame(
    minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil,
    idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil, alignment: Alignment = .center
  ) -> some View { changed(.look) }
  // https://developer.apple.com/documentation/swiftui/view/padding(_:_:)
  nonisolated public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View {
    changed(.look)
  }
  // https://developer.apple.com/documentation/swiftui/view/padding(_:)
  nonisolated public func padding(_ length: CGFloat) -> some View { changed(.look) }
  // https://developer.apple.com/documentation/swiftui/view/aspectratio(_:contentmode:)
  nonisolated public func aspectRatio(_ aspectRatio: CGFloat? = nil, contentMode: ContentMode) -> some View {
    changed(.look)
  }
  // https://developer.apple.com/documentation/swiftui/view/offset(x:y:)
  nonisolated public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View { changed(.look) }
  // https://developer.apple.com/documentation/swiftui/view/scaleeffect(_:anchor:)
  nonisolated public func scaleEffect(_ s: CGFloat, anchor: UnitPoint = .center) -> some View {
    changed(.look)
  }
  // https://developer.apple.com/documentation/swiftui/view/fixedsize(horizontal:vertical:)
  nonisolated public func fixedSize(horizontal: Bool, vertical: Bool) -> some View { changed(.look) }
  // https://developer.apple.com/documentation/swiftui/view/multilinetextalignment(_:)
  nonisolated public func multilineTextAlignment(_ alignment: TextAlignment) -> some View { changed(.look) }
  // https://developer.apple.com/documentation/swiftui/view/linelimit(_:)
  nonisolated public func lineLimit(_ number: Int?) -> some View { changed(.look) }
  // https://developer.apple.com/documentation/swiftui/view/truncationmode(_:)
  nonisolated public func truncationMode(_ mode: Text.TruncationMode) -> some View { changed(.look) }
  // https://developer.apple.com/documentation/swiftui/view/controlsize(_:)
  nonisolated public func controlSize(_ controlSize: ControlSize) -> some View { changed(.look) }
  // https://developer.apple.com/documentation/swiftui/view/buttonstyle(_:)
  nonisolated public func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View { changed(.look) }
  // https://developer.apple.com/documentation/swiftui/view/textfieldstyle(_:)
  nonisolated public func textFieldStyle<S: TextFieldStyle>(_ style: S) -> some View { changed(.look) }
  // https://developer.apple.com/documentation/swiftui/view/scrolldismisseskeyboard(_:)
  @available(macOS 13.0, iOS 16.0, *)
  nonisolated public func scrollDismissesKeyboard(_ mode: ScrollDismissesKeyboardMode) -> some View {
    changed(.look)
  }
  // https://developer.apple.com/documentation/swiftui/view/textselection(_:)
  @available(macOS 12.0, iOS 15.0, *)
  nonisolated public func textSelection<S: TextSelectability>(_ selectability: S) -> some View {
    changed(.look)
  }
  // https://developer.apple.com/documentation/swiftui/view/privacysensitive(_:)
  @available(macOS 12.0, iOS 15.0, *)
  nonisolated public func privacySensitive(_ sensitive: Bool = true) -> some View {
    changed(sensitive ? .note("private") : .look)
  }
  // https://developer.apple.com/documentation/swiftui/view/animation(_:value:)
  nonisolated public func animation<V: Equatable>(_ animation: Animation?, value: V) -> some View {
    changed(animation == nil ? .look : .drawn(.animation))
  }
  // Assistive technology still reads the labels.
  // https://developer.apple.com/documentation/swiftui/view/labelshidden()
  nonisolated public func labelsHidden() -> some View { changed(.look) }
  // https://developer.apple.com/documentation/swiftui/view/gesture(_:including:)
  nonisolated public func gesture<T: Gesture>(_ gesture: T, including mask: GestureMask = .all) -> some View {
    changed(.look)
  }
}

// https://developer.apple.com/documentation/swiftui/animation
public struct Animation: Equatable, Sendable {
  // https://developer.apple.com/documentation/swiftui/animation/default
  public static let `default` = Animation()
}
// https://developer.apple.com/documentation/swiftui/unitpoint
public struct UnitPoint: Hashable, Sendable {
  // https://developer.apple.com/documentation/swiftui/unitpoint/center
  public static let center = UnitPoint()
}
// https://developer.apple.com/documentation/swiftui/primitivebuttonstyle
@MainActor @preconcurrency public protocol PrimitiveButtonStyle {}
// https://developer.apple.com/documentation/swiftui/borderedprominentbuttonstyle
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle {}
// https://developer.apple.com/documentation/swiftui/borderedbuttonstyle
public struct BorderedButtonStyle: PrimitiveButtonStyle {}
// https://developer.apple.com/documentation/swiftui/borderlessbuttonstyle
public struct BorderlessButtonStyle: PrimitiveButtonStyle {}
// https://developer.apple.com/documentation/swiftui/plainbuttonstyle
public struct PlainButtonStyle: PrimitiveButtonStyle {}
extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
  // https://developer.apple.com/documentation/swiftui/primitivebuttonstyle/borderedprominent
  public static var borderedProminent: BorderedProminentButtonStyle { .init() }
}
extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
  // https://developer.apple.com/documentation/swiftui/primitivebuttonstyle/bordered
  public static var bordered: BorderedButtonStyle { .init() }
}
extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
  // https://developer.apple.com/documentation/swiftui/primitivebuttonstyle/borderless
  public static var borderless: BorderlessButtonStyle { .init() }
}
extension PrimitiveButtonStyle where Self == PlainButtonStyle {
  // https://developer.apple.com/documentation/swiftui/primitivebuttonstyle/plain
  public static var plain: PlainButtonStyle { .init() }
}
// https://developer.apple.com/documentation/swiftui/textfieldstyle
@MainActor @preconcurrency public protocol TextFieldStyle {}
// https://developer.apple.com/documentation/swiftui/plaintextfieldstyle
public struct PlainTextFieldStyle: TextFieldStyle {}
extension TextFieldStyle where Self == PlainTextFieldStyle {
  // https://developer.apple.com/documentation/swiftui/textfieldstyle/plain
  public static var plain: PlainTextFieldStyle { .init() }
}
// https://developer.apple.com/documentation/swiftui/scrolldismisseskeyboardmode
public struct ScrollDismissesKeyboardMode: Sendable {
  // https://developer.apple.com/documentation/swiftui/scrolldismisseskeyboardmode/interactively
  public static var interactively: ScrollDismissesKeyboardMode { .init() }
}
// https://developer.apple.com/documentation/swiftui/textselectability
public protocol TextSelectability {}
// https://developer.apple.com/documentation/swiftui/enabledtextselectability
public struct EnabledTextSelectability: TextSelectability {}
extension TextSelectability where Self == EnabledTextSelectability {
  // https://developer.apple.com/documentation/swiftui/textselectability/enabled
  public static var enabled: EnabledTextSelectability { .init() }
}
// https://developer.apple.com/documentation/swiftui/gesture
@MainActor @preconcurrency public protocol Gesture<Value> {
  // https://developer.apple.com/documentation/swiftui/gesture/value
  associatedtype Value
}
extension Gesture {
  // https://developer.apple.com/documentation/swiftui/gesture/onchanged(_:)
  nonisolated public func onChanged(_ action: @escaping (Value) -> Void) -> some Gesture<Value> { self }
  // https://developer.apple.com/documentation/swiftui/gesture/onended(_:)
  nonisolated public func onEnded(_ action: @escaping (Value) -> Void) -> some Gesture<Value> { self }
  // https://developer.apple.com/documentation/swiftui/gesture/simultaneously(with:)
  nonisolated public func simultaneously<Other: Gesture>(with other: Other) -> some Gesture { self }
}
// https://developer.apple.com/documentation/swiftui/draggesture
public struct DragGesture: Gesture {
  // https://developer.apple.com/documentation/swiftui/draggesture/init(minimumdistance:coordinatespace:)
  nonisolated public init(minimumDistance: CGFloat = 10) {}
  // https://developer.apple.com/documentation/swiftui/draggesture/value
  public struct Value: Equatable, Sendable {
    // https://developer.apple.com/documentation/swiftui/draggesture/value/translation
    public var translation: CGSize
  }
}
// https://developer.apple.com/documentation/swiftui/magnifygesture
@available(macOS 14.0, iOS 17.0, *)
public struct MagnifyGesture: Gesture {
  // https://developer.apple.com/documentation/swiftui/magnifygesture/init(minimumscaledelta:)
  nonisolated public init(minimumScaleDelta: CGFloat = 0.01) {}
  // https://developer.apple.com/documentation/swiftui/magnifygesture/value
  public struct Value: Equatable, Sendable {
    // https://developer.apple.com/documentation/swiftui/magnifygesture/value/magnification
    public var magnification: CGFloat
  }
}
// https://developer.apple.com/documentation/swiftui/gesturemask
public struct GestureMask: Sendable {
  // https://developer.apple.com/documentation/swiftui/gesturemask/all
  public static let all = GestureMask()
}
