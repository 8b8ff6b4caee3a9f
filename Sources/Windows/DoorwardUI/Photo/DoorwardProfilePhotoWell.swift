#if canImport(SwiftUI)
  internal import CoreGraphics
  internal import Doorward
  internal import DoorwardFlow
  internal import DoorwardTexts
  public import SwiftUI

  /// The photo of the user. Signed-in users can choose a photo of the library, take one, and remove it.
  ///
  /// ```swift
  /// DoorwardProfilePhotoWell()
  /// ```
  ///
  /// Users of a server that cannot process photos can only remove a photo. Signed-out users see a placeholder. To offer the
  /// camera, the app needs `NSCameraUsageDescription` in its property list; the library needs no permission.
  public struct DoorwardProfilePhotoWell: View {
    private let side: Double
    @State private var change = PhotoChange()
    @State private var picking = PhotoPicking()
    /// Whether the server can process photos.
    @State private var acceptsPhotos = true
    @Environment(\.doorward) private var doorward
    @Environment(\.doorwardAuthState) private var state
    @Environment(\.doorwardTexts) private var words
    @Environment(\.doorwardTheme) private var theme

    /// Makes a photo well.
    ///
    /// - Parameter side: The width and height in points, at the standard setting of Dynamic Type.
    public init(side: Double = 96) { self.side = side }

    public var body: some View {
      if let user = state.user {
        VStack(spacing: 8) {
          // A menu without an item would open nothing.
          if acceptsPhotos || user.info.picture != nil {
            menu(of: user)
          } else {
            placeholder(Initials.of(user.info.name))
          }
          if let error = change.error { failure(error) }
        }
        .modifier(PhotoSources(picking: picking) { chosen in await send(chosen) })
        .task { acceptsPhotos = (try? await doorward.offer())?.acceptsPhotos ?? acceptsPhotos }
      } else {
        placeholder("")
      }
    }

    private func placeholder(_ initials: String) -> some View {
      Avatar(url: nil, initials: initials, side: side)
        .accessibilityElement()
        .accessibilityLabel(words.text("windows.account.photoNone"))
        .accessibilityAddTraits(.isImage)
        .accessibilityIdentifier("doorward.photo.placeholder")
    }

    private func menu(of user: DoorwardUser) -> some View {
      Menu {
        if acceptsPhotos {
          item("windows.account.photoLibrary", "library") {
            picking.user = user.id
            picking.showsLibrary = true
          }
          #if canImport(UIKit)
            if CameraView.isAvailable {
              item("windows.account.photoCamera", "camera") {
                picking.user = user.id
                picking.showsCamera = true
              }
            }
          #endif
        }
        if user.info.picture != nil {
          Button(role: .destructive) {
            Task {
              await change.remove(of: user.id, with: doorward)
              announceEnd("photo.removed")
            }
          } label: {
            Text(verbatim: words.text("photo.removeLabel"))
          }
          .accessibilityIdentifier("doorward.photo.remove")
        }
      } label: {
        Avatar(
          url: user.info.photoURL(side: 256)?.absoluteString, initials: Initials.of(user.info.name),
          side: side, isBusy: change.step != nil
        )
        .accessibilityHidden(true)
      }
      .disabled(change.step != nil)
      .accessibilityLabel(label(of: user))
      .accessibilityValue(progress ?? "")
      .accessibilityIdentifier("doorward.photo")
    }

    private func item(_ key: String, _ name: String, _ action: @escaping @MainActor () -> Void) -> some View {
      Button(action: action) { Text(verbatim: words.text(key)) }
        .accessibilityIdentifier("doorward.photo.\(name)")
    }

    private func failure(_ error: DoorwardError) -> some View {
      Text(verbatim: words.sentence(for: error))
        .font(theme.font(.footnote))
        .foregroundStyle(Color.red)
        .accessibilityIdentifier("doorward.photo.problem")
    }

    private func label(of user: DoorwardUser) -> String {
      if user.info.picture == nil { return words.text("photo.add") }
      return words.text("windows.account.photoOf", ["name": user.info.name ?? ""])
    }

    private var progress: String? {
      switch change.step {
      case .sending: words.text("photo.sending")
      case .removing: words.text("photo.progress")
      case nil: nil
      }
    }

    private func send(_ photo: Data?) async {
      if let photo {
        await change.send(photo, of: picking.user, with: doorward)
      } else {
        change.refuseFile()
      }
      announceEnd("photo.saved")
    }

    /// Users who do not see the photo hear whether it was changed.
    private func announceEnd(_ success: String) {
      Announcement.post(change.error.map { words.sentence(for: $0) } ?? words.text(success))
    }
  }
#endif
