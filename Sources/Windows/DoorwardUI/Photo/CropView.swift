#if canImport(SwiftUI)
  internal import CoreGraphics
  internal import DoorwardTexts
  internal import SwiftUI

  /// Asks for the part of a photo that is used. The middle is chosen already.
  struct CropView: View {
    let image: CGImage
    /// Gets the chosen part, or nothing if the user cancels.
    let finish: (PhotoCrop?) -> Void
    @State private var crop: PhotoCrop
    @State private var before: PhotoCrop
    @Environment(\.doorwardTexts) private var words
    @Environment(\.doorwardTheme) private var theme
    /// The side of the window. With its margin it fits the narrowest window of an iPad, which has 320 points.
    private let window = 256.0

    init(image: CGImage, finish: @escaping (PhotoCrop?) -> Void) {
      self.image = image
      self.finish = finish
      let middle = PhotoCrop(width: image.width, height: image.height)
      _crop = State(initialValue: middle)
      _before = State(initialValue: middle)
    }

    var body: some View {
      NavigationStack {
        // The photo has a fixed size, which a phone on its side or a large text leaves no room for.
        ScrollView {
          VStack(spacing: 24) {
            photo
            size
            Button {
              finish(crop)
            } label: {
              Text(verbatim: words.text("photo.save"))
            }
            .buttonStyle(.borderedProminent)
            .keyboardShortcut(.defaultAction)
            .accessibilityIdentifier("doorward.photo.save")
          }
          .font(theme.font(.body))
          .tint(theme.color)
          .padding(24)
          .frame(maxWidth: .infinity)
        }
        .navigationTitle(words.text("photo.dialogTitle"))
        .toolbar {
          ToolbarItem(placement: .cancellationAction) {
            Button {
              finish(nil)
            } label: {
              Text(verbatim: words.text("action.cancel"))
            }
            .keyboardShortcut(.cancelAction)
            .accessibilityIdentifier("doorward.photo.cancel")
          }
        }
      }
      #if os(macOS)
        .frame(minWidth: 360, minHeight: 480)
      #endif
    }

    private var photo: some View {
      let scale = window / crop.side
      return Image(decorative: image, scale: 1)
        .resizable()
        .frame(width: CGFloat(Double(crop.width) * scale), height: CGFloat(Double(crop.height) * scale))
        .offset(
          x: CGFloat((Double(crop.width) / 2 - crop.x) * scale),
          y: CGFloat((Double(crop.height) / 2 - crop.y) * scale)
        )
        .frame(width: CGFloat(window), height: CGFloat(window))
        .clipShape(Circle())
        .contentShape(Circle())
        .gesture(moving)
        .gesture(enlarging)
        .accessibilityElement()
        .accessibilityLabel(words.text("photo.preview"))
        .accessibilityHint(words.text("windows.account.photoMove"))
        .accessibilityAddTraits(.isImage)
        .accessibilityIdentifier("doorward.photo.preview")
        // The photo moves away from the edge that the user scrolls to.
        .accessibilityScrollAction { edge in move(toward: edge, by: -0.25) }
        .focusable()
        .onKeyPress(keys: Set(Self.arrows.keys)) { press in
          guard let edge = Self.arrows[press.key] else { return .ignored }
          move(toward: edge, by: 0.05)
          return .handled
        }
        // A photo has the same left and right in every language.
        .environment(\.layoutDirection, .leftToRight)
    }

    private static let arrows: [KeyEquivalent: Edge] = [
      .upArrow: .top, .downArrow: .bottom, .leftArrow: .leading, .rightArrow: .trailing,
    ]

    private var size: some View {
      Slider(value: zoom, in: PhotoCrop.zooms) {
        Text(verbatim: words.text("windows.account.photoSize"))
      } minimumValueLabel: {
        Image(systemName: "minus.magnifyingglass").accessibilityHidden(true)
      } maximumValueLabel: {
        Image(systemName: "plus.magnifyingglass").accessibilityHidden(true)
      }
      .labelsHidden()
      .frame(maxWidth: CGFloat(window))
      .accessibilityIdentifier("doorward.photo.size")
    }

    private var zoom: Binding<Double> {
      Binding(
        get: { @MainActor in crop.zoom },
        set: { @MainActor zoom in
          crop.enlarge(to: zoom)
          before = crop
        })
    }

    /// Moves the photo without a gesture, by a distance in sides of the window.
    private func move(toward edge: Edge, by distance: Double) {
      switch edge {
      case .top: crop.move(dx: 0, dy: -distance)
      case .bottom: crop.move(dx: 0, dy: distance)
      case .leading: crop.move(dx: -distance, dy: 0)
      case .trailing: crop.move(dx: distance, dy: 0)
      }
      before = crop
    }

    private var moving: some Gesture {
      DragGesture()
        .onChanged { drag in
          crop = before
          crop.move(
            dx: Double(drag.translation.width) / window, dy: Double(drag.translation.height) / window)
        }
        .onEnded { _ in before = crop }
    }

    private var enlarging: some Gesture {
      MagnifyGesture()
        .onChanged { pinch in
          crop = before
          crop.enlarge(to: before.zoom * Double(pinch.magnification))
        }
        .onEnded { _ in before = crop }
    }
  }
#endif
