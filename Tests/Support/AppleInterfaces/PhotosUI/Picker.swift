public import CoreTransferable
import Foundation
public import SwiftUI

// https://developer.apple.com/documentation/photosui/photospickeritem
@available(macOS 13.0, iOS 16.0, *)
public struct PhotosPickerItem: Equatable, Hashable, Sendable {
  let name: String
  let data: Data?

  // https://developer.apple.com/documentation/photosui/photospickeritem/loadtransferable(type:)
  public func loadTransferable<T: Transferable>(type: T.Type) async throws -> T? {
    if let data { return data as? T }
    throw PhotoNotLoaded()
  }
}
/// Stand-in: a photo that is not on the device.
struct PhotoNotLoaded: Error {}

// https://developer.apple.com/documentation/photokit/phpickerfilter-swift.struct
public struct PHPickerFilter: Equatable, Hashable, Sendable {
  // https://developer.apple.com/documentation/photokit/phpickerfilter-swift.struct/images
  public static let images = PHPickerFilter()
}

@available(macOS 13.0, iOS 16.0, *)
extension View {
  // https://developer.apple.com/documentation/swiftui/view/photospicker(ispresented:selection:matching:preferreditemencoding:)
  nonisolated public func photosPicker(
    isPresented: Binding<Bool>, selection: Binding<PhotosPickerItem?>, matching filter: PHPickerFilter? = nil,
    preferredItemEncoding: EncodingDisambiguationPolicy = .automatic
  ) -> some View { PickingView(content: self, isPresented: isPresented, selection: selection) }
}
// https://developer.apple.com/documentation/photosui/photospickeritem/encodingdisambiguationpolicy
@available(macOS 13.0, iOS 16.0, *)
public struct EncodingDisambiguationPolicy: Equatable, Sendable {
  // https://developer.apple.com/documentation/photosui/photospickeritem/encodingdisambiguationpolicy/automatic
  public static let automatic = EncodingDisambiguationPolicy()
}

/// Stand-in: the picker is a sheet with a button for each photo of the test.
struct PickingView<Content: View>: View {
  nonisolated(unsafe) let content: Content
  let isPresented: Binding<Bool>
  let selection: Binding<PhotosPickerItem?>

  nonisolated init(content: Content, isPresented: Binding<Bool>, selection: Binding<PhotosPickerItem?>) {
    self.content = content
    self.isPresented = isPresented
    self.selection = selection
  }

  var body: some View {
    content.sheet(isPresented: isPresented) {
      ForEach(PhotoLibrary.items, id: \.name) { item in
        Button(item.name) {
          selection.wrappedValue = item
          isPresented.wrappedValue = false
        }
        .accessibilityIdentifier("library.\(item.name)")
      }
    }
  }
}

/// Stand-in: the photos of the device.
@MainActor package enum PhotoLibrary {
  static var items: [PhotosPickerItem] = []

  /// Sets the photos. A photo without data is not on the device.
  package static func set(_ photos: [String: Data?]) {
    items = photos.map { PhotosPickerItem(name: $0.key, data: $0.value) }
  }
}
