#include "render/scene/meshes.h"

#include <cmath>

#include <glm/gtc/constants.hpp>

namespace marblemaze {
namespace {

glm::vec3 on_ball(int slice, int slices, int stack, int stacks) {
  const float around =
      glm::two_pi<float>() * static_cast<float>(slice) / static_cast<float>(slices);
  const float down = glm::pi<float>() * static_cast<float>(stack) / static_cast<float>(stacks);
  return {std::sin(down) * std::cos(around), std::sin(down) * std::sin(around), std::cos(down)};
}

}  // namespace

std::vector<MeshVertex> ball_triangles(int slices, int stacks) {
  std::vector<MeshVertex> vertices;
  const auto add = [&](int slice, int stack) {
    const glm::vec3 p = on_ball(slice, slices, stack, stacks);
    vertices.push_back({p, p});
  };
  for (int stack = 0; stack < stacks; ++stack)
    for (int slice = 0; slice < slices; ++slice) {
      add(slice, stack), add(slice, stack + 1), add(slice + 1, stack);
      add(slice + 1, stack), add(slice, stack + 1), add(slice + 1, stack + 1);
    }
  return vertices;
}

std::vector<MeshVertex> box_triangles() {
  std::vector<MeshVertex> vertices;
  for (int axis = 0; axis < 3; ++axis)
    for (const float side : {-1.0f, 1.0f}) {
      const auto corner = [&](float u, float v) {
        glm::vec3 p(0), normal(0);
        p[axis] = normal[axis] = side;
        p[(axis + 1) % 3] = u;
        p[(axis + 2) % 3] = v * side;
        vertices.push_back({p, normal});
      };
      corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, -1), corner(1, 1), corner(-1, 1);
    }
  return vertices;
}

std::vector<MeshVertex> cone_triangles(int slices) {
  std::vector<MeshVertex> vertices;
  for (int slice = 0; slice < slices; ++slice) {
    const glm::vec3 a = on_ball(slice, slices, 1, 2), b = on_ball(slice + 1, slices, 1, 2),
                    tip(0, 0, 1);
    const glm::vec3 normal = glm::normalize(a + b + tip), base(0, 0, -1);
    vertices.insert(vertices.end(), {{a, normal}, {b, normal}, {tip, normal}});
    vertices.insert(vertices.end(), {{b, base}, {a, base}, {{0, 0, 0}, base}});
  }
  return vertices;
}

Mesh::Mesh(std::span<const MeshVertex> vertices)
    : array_(make_vertex_array()),
      vertices_(make_buffer()),
      instances_(make_buffer()),
      count_(static_cast<GLsizei>(vertices.size())) {
  glBindVertexArray(array_.get());
  upload(vertices_, vertices);
  const Attribute of_vertices[] = {{0, 3, GL_FLOAT, offsetof(MeshVertex, position)},
                                   {1, 3, GL_FLOAT, offsetof(MeshVertex, normal)}};
  set_attributes(of_vertices, sizeof(MeshVertex), 0);
  glBindBuffer(GL_ARRAY_BUFFER, instances_.get());
  set_attributes(kSolidAttributes, sizeof(SolidInstance), 1);
}

void Mesh::draw(std::span<const SolidInstance> instances) const {
  glBindVertexArray(array_.get());
  upload(instances_, instances);
  glDrawArraysInstanced(GL_TRIANGLES, 0, count_, static_cast<GLsizei>(instances.size()));
}

}  // namespace marblemaze
