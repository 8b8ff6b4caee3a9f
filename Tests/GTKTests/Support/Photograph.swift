#if os(Linux)
  import CDoorwardGTK
  import DoorwardGTKWidgets
  import Foundation
  import XCTest

  /// A picture of a window.
  @MainActor struct Photograph {
    let width: Int
    let height: Int
    /// The pixels as bytes of blue, green, red and alpha.
    let pixels: [UInt8]

    /// Photographs a visible window, and writes the picture to the folder that `GTK_PHOTOGRAPHS` names.
    init(_ window: Window, _ name: String) throws {
      let widget = window.object.assumingMemoryBound(to: GtkWidget.self)
      let source = gtk_widget_paintable_new(widget)
      defer { g_object_unref(UnsafeMutableRawPointer(source)) }
      width = Int(gdk_paintable_get_intrinsic_width(source))
      height = Int(gdk_paintable_get_intrinsic_height(source))
      let snapshot = gtk_snapshot_new()
      gdk_paintable_snapshot(source, snapshot, Double(width), Double(height))
      let node = try XCTUnwrap(gtk_snapshot_free_to_node(snapshot), "the window \(name) draws nothing")
      defer { gsk_render_node_unref(node) }
      let renderer = gtk_native_get_renderer(OpaquePointer(window.object))
      let texture = try XCTUnwrap(gsk_renderer_render_texture(renderer, node, nil))
      defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
      if let folder = ProcessInfo.processInfo.environment["GTK_PHOTOGRAPHS"] {
        gdk_texture_save_to_png(texture, "\(folder)/\(name).png")
      }
      let (pictureWidth, pictureHeight) = (
        Int(gdk_texture_get_width(texture)), Int(gdk_texture_get_height(texture))
      )
      var pixels = [UInt8](repeating: 0, count: pictureWidth * pictureHeight * 4)
      pixels.withUnsafeMutableBufferPointer {
        gdk_texture_download(texture, $0.baseAddress, gsize(pictureWidth * 4))
      }
      self.pixels = pixels
    }

    /// The number of different colors, up to a limit. A blank picture has one or two.
    var colors: Int {
      var found: Set<UInt32> = []
      for index in stride(from: 0, to: pixels.count, by: 4) {
        found.insert(
          UInt32(pixels[index]) << 16 | UInt32(pixels[index + 1]) << 8 | UInt32(pixels[index + 2]))
        if found.count > 64 { break }
      }
      return found.count
    }

    /// The difference between the brightest and the darkest pixel, from 0 to 1.
    var range: Double {
      var (least, most) = (765, 0)
      for index in stride(from: 0, to: pixels.count, by: 4) {
        let sum = Int(pixels[index]) + Int(pixels[index + 1]) + Int(pixels[index + 2])
        (least, most) = (min(least, sum), max(most, sum))
      }
      return Double(most - least) / 765
    }

    /// The brightness of the picture, from 0 to 1.
    var brightness: Double {
      var sum = 0
      for index in stride(from: 0, to: pixels.count, by: 4) {
        sum += Int(pixels[index]) + Int(pixels[index + 1]) + Int(pixels[index + 2])
      }
      return Double(sum) / Double(pixels.count / 4 * 3 * 255)
    }
  }
#endif
