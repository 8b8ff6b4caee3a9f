#if canImport(SwiftUI) && canImport(UIKit)
  internal import Foundation
  internal import SwiftUI
  internal import UIKit

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
