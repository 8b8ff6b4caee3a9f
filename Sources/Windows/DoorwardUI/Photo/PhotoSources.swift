#if canImport(SwiftUI)
  internal import CoreGraphics
  internal import Doorward
  internal import Observation
  internal import PhotosUI
  internal import SwiftUI

  #if canImport(UIKit)
    internal import Foundation
    internal import UIKit
  #endif

  /// The choice of a photo: which of the system's views is shown, and the photo that is being cropped.
  @MainActor @Observable final class PhotoPicking {
    var showsLibrary = false
    var showsCamera = false
    var item: PhotosPickerItem?
    var image: CGImage?
    /// The id of the user whose photo is chosen.
    @ObservationIgnored var user: DoorwardUser.ID?
  }

  /// Shows the library, the camera and the crop, one after the other.
  struct PhotoSources: ViewModifier {
    @Bindable var picking: PhotoPicking
    /// Gets the cropped photo, or nil if the file cannot be read. A user who cancels chooses nothing.
    let finish: (Data?) async -> Void

    func body(content: Content) -> some View {
      content
        .photosPicker(isPresented: $picking.showsLibrary, selection: $picking.item, matching: .images)
        .onChange(of: picking.item) { _, item in
          guard let item else { return }
          Task { await load(item) }
        }
        #if canImport(UIKit)
          .fullScreenCover(isPresented: $picking.showsCamera) {
            CameraView { photo in
              picking.showsCamera = false
              if let photo { show(photo) }
            }
          }
        #endif
        .sheet(isPresented: isCropping) {
          if let image = picking.image { CropView(image: image) { crop in use(crop, of: image) } }
        }
    }

    private var isCropping: Binding<Bool> {
      Binding(
        get: { @MainActor in picking.image != nil }, set: { @MainActor in if !$0 { picking.image = nil } })
    }

    /// A photo that is only in iCloud is loaded first.
    private func load(_ item: PhotosPickerItem) async {
      let data = try? await item.loadTransferable(type: Data.self)
      // The same photo can be chosen again.
      picking.item = nil
      if let data { show(data) } else { await finish(nil) }
    }

    private func show(_ photo: Data) {
      if let image = PhotoFile.image(of: photo) {
        picking.image = image
      } else {
        Task { await finish(nil) }
      }
    }

    private func use(_ crop: PhotoCrop?, of image: CGImage) {
      picking.image = nil
      guard let crop else { return }
      let photo = PhotoFile.jpeg(of: image, crop)
      Task { await finish(photo) }
    }
  }

  #if canImport(UIKit)
    /// The camera of the system. The app needs `NSCameraUsageDescription` in its property list.
    struct CameraView: UIViewControllerRepresentable {
      /// Gets the photo, or nothing if the user cancels.
      let finish: (Data?) -> Void

      static var isAvailable: Bool { UIImagePickerController.isSourceTypeAvailable(.camera) }

      func makeCoordinator() -> CameraDelegate { CameraDelegate(finish: finish) }

      func makeUIViewController(context: Context) -> UIImagePickerController {
        let camera = UIImagePickerController()
        camera.sourceType = .camera
        camera.delegate = context.coordinator
        return camera
      }

      func updateUIViewController(_ uiViewController: UIImagePickerController, context: Context) {}
    }

    final class CameraDelegate: NSObject, UIImagePickerControllerDelegate, UINavigationControllerDelegate {
      private let finish: (Data?) -> Void

      init(finish: @escaping (Data?) -> Void) { self.finish = finish }

      func imagePickerController(
        _ picker: UIImagePickerController,
        didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any]
      ) {
        finish((info[.originalImage] as? UIImage)?.jpegData(compressionQuality: 0.95))
      }

      func imagePickerControllerDidCancel(_ picker: UIImagePickerController) { finish(nil) }
    }
  #endif
#endif
