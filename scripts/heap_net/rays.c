/* Draws heaps of wedges: one ray to the camera for each sample, some to a lamp and some to the sky from where it starts.

   A scene is a table, seen along one direction from far away, on which prisms with three sides lie at several heights.  What is
   lit by neither is dark; light that one wedge throws on another is left out.  Lengths are in millimetres; the table is at 0. */

#include <math.h>

enum { MOST = 16, SAMPLES = 4, SKY_RAYS = 4 };

typedef struct { float r, g, b; } Ink;
typedef struct { float x, y, z; } Vec;

typedef struct {
    float x, y, cosine, sine, low, high; /* where it lies, how it is turned, from which height to which */
    float tip, base, half;               /* in its own frame: across the tip and the base, half the base's length */
    Ink face, spots, band, edge, side;   /* inks of the upper face, its spots, a band along the base, the rims, the sides */
    float spot[4][3], band_mm, edge_mm;  /* spots: across, down, radius */
} Wedge;

typedef struct {
    float count, lean_x, lean_y;  /* by how much a millimetre of height is seen shifted */
    Vec lamp; float lamp_size;    /* direction to the lamp, and how wide it is */
    Ink ambient; float sky;       /* share of the light that is the sky's, by channel, and how far what is near blocks that */
    float gloss, scale;           /* white that lit faces add, pixels a millimetre */
    Wedge wedges[MOST];
} Scene;

static unsigned mixed(unsigned *state) {
    *state = *state * 747796405u + 2891336453u;
    unsigned word = ((*state >> ((*state >> 28) + 4)) ^ *state) * 277803737u;
    return (word >> 22) ^ word;
}

static float chance(unsigned *state) { return (float)(mixed(state) >> 8) * (1.0f / 16777216.0f); }

/* The three sides of a wedge: the normal of each in its own frame, and how far out it is. */
static void sides_of(const Wedge *w, float nx[3], float ny[3], float out[3]) {
    float length = w->base - w->tip, one = 1.0f / sqrtf(length * length + w->half * w->half);
    nx[0] = 1; ny[0] = 0; out[0] = w->base;
    nx[1] = nx[2] = -w->half * one;
    ny[1] = length * one; ny[2] = -length * one;
    out[1] = out[2] = -w->half * one * w->tip;
}

/* Where a ray enters a wedge, and by which face: 0 the upper, 1 the lower, 2 to 4 the sides; below 0 if it does not. */
static float entered(const Wedge *w, Vec from, Vec along, int *face) {
    float rx = from.x - w->x, ry = from.y - w->y, first = 1e-3f, last = 1e9f, nx[3], ny[3], out[3];
    float lx = rx * w->cosine + ry * w->sine, ly = -rx * w->sine + ry * w->cosine;
    float ax = along.x * w->cosine + along.y * w->sine, ay = -along.x * w->sine + along.y * w->cosine;
    *face = -1;
    if (fabsf(along.z) < 1e-7f) {
        if (from.z < w->low || from.z > w->high) return -1;
    } else {
        float a = (w->low - from.z) / along.z, b = (w->high - from.z) / along.z;
        float in = fminf(a, b);
        if (in > first) { first = in; *face = along.z < 0 ? 0 : 1; }
        last = fmaxf(a, b);
    }
    sides_of(w, nx, ny, out);
    for (int k = 0; k < 3 && first <= last; k++) {
        float toward = nx[k] * ax + ny[k] * ay, off = nx[k] * lx + ny[k] * ly - out[k];
        if (fabsf(toward) < 1e-9f) { if (off > 0) return -1; continue; }
        float t = -off / toward;
        if (toward < 0) { if (t > first) { first = t; *face = 2 + k; } }
        else last = fminf(last, t);
    }
    return first > last || *face < 0 ? -1 : first;
}

static int blocked(const Scene *s, Vec from, Vec along) {
    int face;
    for (int n = 0; n < (int)s->count; n++)
        if (entered(&s->wedges[n], from, along, &face) > 0) return 1;
    return 0;
}

/* The ink of a wedge's upper face at a point of its own frame. */
static Ink printed(const Wedge *w, float x, float y) {
    float nx[3], ny[3], out[3];
    Ink ink = w->face;
    for (int n = 0; n < 4; n++) {
        float dx = x - w->spot[n][0], dy = y - w->spot[n][1];
        if (dx * dx + dy * dy < w->spot[n][2] * w->spot[n][2]) ink = w->spots;
    }
    if (w->base - x < w->band_mm) ink = w->band;
    sides_of(w, nx, ny, out);
    for (int k = 0; k < 3; k++)
        if (out[k] - nx[k] * x - ny[k] * y < w->edge_mm) ink = w->edge;
    return ink;
}

/* Shares of the lamp and of the sky that reach a point with that normal. */
static void lit(const Scene *s, Vec at, Vec normal, unsigned *state, float *lamp, float *sky) {
    float upright = s->lamp.z / sqrtf(s->lamp.x * s->lamp.x + s->lamp.y * s->lamp.y + s->lamp.z * s->lamp.z);
    *lamp = *sky = 0;
    for (int n = 0; n < SKY_RAYS; n++) {
        float turn = 6.2831853f * chance(state), wide = s->lamp_size * sqrtf(chance(state));
        Vec to = {s->lamp.x + wide * cosf(turn), s->lamp.y + wide * sinf(turn), s->lamp.z};
        float one = 1.0f / sqrtf(to.x * to.x + to.y * to.y + to.z * to.z);
        to.x *= one; to.y *= one; to.z *= one;
        float slant = normal.x * to.x + normal.y * to.y + normal.z * to.z;
        if (to.z > 0.05f && slant > 0 && !blocked(s, at, to)) *lamp += slant;
        float share = chance(state), around = 6.2831853f * chance(state), off = sqrtf(share), up = sqrtf(1 - share);
        float gx = off * cosf(around), gy = off * sinf(around);
        Vec ray = {gx, gy, up};
        if (normal.z < 0.5f) ray = (Vec){normal.x * up - normal.y * gx, normal.y * up + normal.x * gx, gy};
        *sky += ray.z <= 0 ? 0.25f : blocked(s, at, ray) ? 0.0f : 1.0f;
    }
    *lamp = fminf(*lamp / SKY_RAYS / upright, 2.5f);
    *sky = 1 - s->sky * (1 - *sky / SKY_RAYS);
}

/* One sample of a pixel of a picture so wide: its colour, and the number of the wedge that is seen (-1 for the table). */
static int sampled(const Scene *s, const Ink *table, int side, int col, int row, unsigned *state, Ink *ink) {
    float x = ((float)col + chance(state) - 0.5f * (float)side) / s->scale;
    float y = ((float)row + chance(state) - 0.5f * (float)side) / s->scale;
    float one = 1.0f / sqrtf(s->lean_x * s->lean_x + s->lean_y * s->lean_y + 1), best = 1e9f;
    Vec along = {-s->lean_x * one, -s->lean_y * one, -one}, from = {x + 100 * s->lean_x, y + 100 * s->lean_y, 100};
    Vec normal = {0, 0, 1};
    int seen = -1, face = 0, f;
    for (int n = 0; n < (int)s->count; n++) {
        float t = entered(&s->wedges[n], from, along, &f);
        if (t > 0 && t < best) { best = t; seen = n; face = f; }
    }
    if (seen < 0) { best = 100 / one; *ink = table[row * side + col]; }
    Vec at = {from.x + along.x * best, from.y + along.y * best, from.z + along.z * best};
    if (seen >= 0) {
        const Wedge *w = &s->wedges[seen];
        float rx = at.x - w->x, ry = at.y - w->y;
        *ink = face == 0 ? printed(w, rx * w->cosine + ry * w->sine, -rx * w->sine + ry * w->cosine) : w->side;
        if (face >= 2) {
            float nx[3], ny[3], out[3];
            sides_of(w, nx, ny, out);
            normal = (Vec){nx[face - 2] * w->cosine - ny[face - 2] * w->sine, nx[face - 2] * w->sine + ny[face - 2] * w->cosine, 0};
        }
    }
    float lamp, sky, shine = seen >= 0 && face == 0 ? s->gloss : 0;
    lit(s, (Vec){at.x + 0.01f * normal.x, at.y + 0.01f * normal.y, at.z + 0.01f * normal.z}, normal, state, &lamp, &sky);
    ink->r = ink->r * ((1 - s->ambient.r) * lamp + s->ambient.r * sky) + shine * lamp;
    ink->g = ink->g * ((1 - s->ambient.g) * lamp + s->ambient.g * sky) + shine * lamp;
    ink->b = ink->b * ((1 - s->ambient.b) * lamp + s->ambient.b * sky) + shine * lamp;
    return seen;
}

/* Pictures (count, side, side, 3) of scenes on tables (count, side, side, 3), in linear light, and which wedge each pixel shows. */
void draw(int count, int side, const Scene *scenes, const Ink *tables, Ink *pictures, int *shows, unsigned seed) {
    for (int n = 0; n < count; n++)
        for (int p = 0; p < side * side; p++) {
            long at = (long)n * side * side + p;
            unsigned state = seed + (unsigned)at * 2654435761u;
            Ink sum = {0, 0, 0}, ink;
            mixed(&state);
            for (int k = 0; k < SAMPLES; k++) {
                shows[at] = sampled(&scenes[n], tables + (long)n * side * side, side, p % side, p / side, &state, &ink);
                sum.r += ink.r / SAMPLES; sum.g += ink.g / SAMPLES; sum.b += ink.b / SAMPLES;
            }
            pictures[at] = sum;
        }
}
